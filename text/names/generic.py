"""Words that stand for a person without naming one."""

from text.names.chinese_words import TITLES
from text.names.english_words import TITLES as ENGLISH_TITLES

_PRONOUNS_LIST = """
我 你 您 他 她 它 牠 祂 咱 俺 吾 汝 彼 某 谁 孰 自己 自个 自个儿 自家 本人 我们 你们 他们 她们
它们 咱们 俺们 吾等 汝等 尔等 我等 彼等 大家 大伙 大伙儿 众人 诸位 各位 人家 别人 旁人 他人 外人
某人 某某 此人 那人 这人 来人 对方 双方 彼此 其 其人 这个 那个 这位 那位 哪位 这厮 那厮 这家伙
那家伙 二人 两人 三人 一人 有人 何人 谁人 本座 本尊 老子 在下 小的 小人 奴家 奴婢 妾身 臣妾 朕
寡人 鄙人 不才 i me my mine myself you your yours yourself yourselves thou thee thy thine he him
his himself she her hers herself it its itself we us our ours ourselves they them their theirs
themselves one oneself this that these those who whom whose which what somebody someone anybody
anyone nobody everybody everyone each other another others none
"""
_PRONOUNS = frozenset(_PRONOUNS_LIST.split())

_GENERIC_LIST = """
押司 都监 中书 统军 节级 保正 知寨 干办 郡马 金吾 教头 都尉 班直 员外 太尉 提辖 虞候 制使
团练 观察 巡检 都头 孔目 学究 知府 知县 尚书 侍郎 御史 巡抚 总督 总兵 提督 都督 刺史 太守
校尉 参将 千户 百户 捕头 师爷 状元 举人
大哥 二哥 三哥 大姐 二姐 三姐 大嫂 大娘 大叔 大婶 大爷 大妈 大伯 老哥 老弟 小哥 小弟 小妹 老兄
兄弟 兄台 兄长 哥哥 弟弟 姐姐 妹妹 哥 姐 弟 妹 爷 叔 伯 舅 姑 姨 爹 娘 爸 妈 父亲 母亲 爸爸 妈妈
爹爹 爷爷 奶奶 外公 外婆 叔叔 伯伯 舅舅 姑姑 姨妈 婶婶 嫂子 嫂嫂 儿子 女儿 丈夫 妻子 老公 老婆
夫君 娘子 相公 夫人 老爷 少爷 太太 小姐 姑娘 公子 先生 女士 同志 同学 师傅 师父 师尊 师祖 师叔
师伯 师兄 师弟 师姐 师妹 徒弟 徒儿 弟子 前辈 晚辈 道友 道兄 道长 长老 掌门 宗主 门主 阁主 殿主
教主 帮主 堂主 谷主 岛主 庄主 城主 族长 家主 少主 主人 主公 主子 陛下 殿下 皇上 皇帝 天子 万岁
王爷 太子 公主 皇后 娘娘 贵妃 大王 国王 女王 王后 丞相 将军 元帅 大人 老大 老板 老板娘 掌柜 掌柜的
店家 小二 店小二 伙计 管家 账房 跑堂 东家 经理 总经理 总裁 董事长 主任 主席 书记 局长 处长 科长
部长 市长 省长 县长 镇长 村长 院长 校长 教授 老师 导师 医生 大夫 护士 律师 法官 警官 警察 队长
班长 排长 连长 营长 团长 师长 军长 司令 船长 舰长 机长 司机 教练 记者 作者 老人 老头 老者 老妇
少年 少女 女子 男子 汉子 孩子 小子 丫头 丫鬟 美女 帅哥 和尚 道士 尼姑 书生 侠客 英雄 好汉 壮士
boss chief captain colonel general major lieutenant sergeant commander admiral doctor professor
teacher master mistress madam madame ma'am sir miss mister lady lord king queen prince princess
emperor empress father mother dad mom mum papa mamma mama brother sister son daughter husband wife
uncle aunt grandfather grandmother grandpa grandma officer inspector detective sheriff judge
priest reverend nurse driver landlord landlady innkeeper shopkeeper stranger man woman boy girl
child kid friend guy
"""
_GENERIC = frozenset(
    {*_GENERIC_LIST.split(), *TITLES, *(title.lower() for title in ENGLISH_TITLES)}
)


def is_pronoun(text: str) -> bool:
    """Whether a text stands for whoever is meant just now, so that it can name nobody."""
    return text.casefold() in _PRONOUNS


def is_generic_title(text: str) -> bool:
    """Whether a text addresses anybody of a trade, a rank or a family: 大哥, 掌柜, captain."""
    bare = text.casefold().removeprefix("the ").rstrip(".")
    return bare in _GENERIC
