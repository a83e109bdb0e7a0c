"""Variant characters: forms of one character that no conversion between scripts brings together.

Out of the list of variants that mainland China withdrew in 1955 (第一批异体字整理表), as far as
OpenCC's conversion of traditional to simplified leaves them, with the forms that Taiwan and Hong
Kong prefer. Pairs that are words apart in modern text (像 and 象, 傍 and 旁) are not in it.
"""

_PAIRS = """
著着 鎗枪 慇殷 懃勤 鬬斗 锺钟 叡睿 姪侄 迳径 煖暖 馀余 徧遍 恠怪 拏拿 廻回 勅敕 畧略 猨猿 賸剩
喒咱 欵款 葢盖 簷檐 粧妆 衞卫 敍叙 痺痹 糭粽 枱台 衹只 阬坑 猂悍 襍杂 繙翻 躭耽 躱躲 虵蛇 蠭蜂
蝱虻 譌讹 賷赍 逬迸 隄堤 雰氛 鞵鞋 韈袜 頟额 鬀剃 鴈雁 鵶鸦 麤粗 鼔鼓 乹干 亱夜 俛俯 倣仿 偪逼
僊仙 冐冒 冺泯 凢凡 刼劫 劒剑 勦剿 匳奁 厰厂 咊和 唘启 囘回 圅函 埳坎 塲场 墖塔 壻婿 夘卯 姉姊
姙妊 娬妩 媿愧 寃冤 寳宝 尠鲜 岅坂 崐昆 巵卮 帬裙 幙幕 庻庶 廐厩 彊强 忼慷 悤匆 惏婪 愬诉 慙惭
憇憩 懽欢 戞戛 抝拗 捄救 掽碰 搥捶 摃扛 撡操 敂叩 敺驱 斚斝 旾春 晻暗 暎映 曡叠 朞期 杇圬 桮杯
棃梨 椶棕 槀槁 橤蕊 欎郁 氷冰 沍冱 淛浙 湻淳 滛淫 灋法 烖灾 燄焰 犇奔 猘狾 甎砖 甖罂 畱留 疎疏
瘉愈 癅瘤 眎视 睂眉 矁瞅 砲炮 碪砧 磟碌 稺稚 穨颓 笻筇 箎篪 粇粳 緜绵 翺翱 耡锄 肊臆 脗吻 膓肠
臯皋 艁造 芲花 蓡参 蔴麻 蘂蕊 虖乎 衂衄 袠帙 裠裙 褎袖 觔斤 跥跺 躳躬 輭软 逈迥 遯遁 醻酬 銲焊
閙闹 陗峭 靷靭 飜翻 餹糖 駮驳 騐验 髩鬓 鬭斗 鵞鹅 鸎莺
"""

VARIANTS = {rare: usual for rare, usual in _PAIRS.split()}
"""The usual form of each character of simplified script."""
