"""Contradictions to plant into novels: what is said first, and what cannot stand beside it.

Written in the manner of the books, by hand. `FIRST` served while the checker was made; `HELD_OUT`
was written when it was done, and nothing in the checker was changed for it.
"""

from dataclasses import dataclass

from lorepack.records import FindingCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A contradiction with room for two people."""

    code: FindingCode
    """What the checker is to call it."""
    said: str = ""
    """Goes into an earlier chapter; empty where the book or the card says it."""
    planted: str = ""
    """Goes into the chapter under check."""
    must_happen: str = ""
    must_not: str = ""
    """Lines of the chapter's card."""


def _dead(*planted: str) -> tuple[Template, ...]:
    return tuple(Template(code=FindingCode.DEAD_ACTS, planted=text) for text in planted)


def _pairs(code: FindingCode, *pairs: tuple[str, str]) -> tuple[Template, ...]:
    return tuple(Template(code=code, said=said, planted=planted) for said, planted in pairs)


DEATHS = {
    "hlm": (
        ("贾瑞", 12), ("秦氏", 13), ("秦钟", 16), ("金钏儿", 32), ("尤三姐", 66), ("尤二姐", 69), ("晴雯", 78),
        ("司棋", 92), ("元妃", 95), ("黛玉", 98), ("贾母", 110), ("鸳鸯", 111), ("赵姨娘", 113),
    ),
    "sgyy": (
        ("董卓", 9), ("吕布", 19), ("袁术", 21), ("吉平", 23), ("田丰", 31), ("袁绍", 32), ("郭嘉", 33), ("刘表", 40),
        ("周瑜", 57), ("庞统", 63), ("庞德", 74), ("云长", 77), ("吕蒙", 77), ("曹操", 78), ("张飞", 81), ("黄忠", 83),
        ("曹丕", 91), ("马谡", 96), ("赵云", 97), ("曹真", 100), ("张郃", 101), ("孔明", 104), ("魏延", 105),
    ),
}  # fmt: skip
"""Well-known deaths and the chapters in which they are told, from knowledge of the books."""

PEOPLE = {
    "hlm": ("宝玉", "宝钗", "贾琏", "平儿", "王夫人", "紫鹃", "贾芸", "李纨", "香菱", "惜春", "贾兰", "贾环"),
    "sgyy": ("玄德", "许褚", "张辽", "姜维", "司马昭", "邓艾", "马岱", "郭淮", "廖化", "程普", "法正", "徐盛"),
}
"""People for what is said and unsaid again: of each book some whom it keeps for long."""

FIRST = (
    *_dead(
        "{a}笑道：“你们来得正好，我才泡了茶。”说着便让众人坐下。",
        "正说着，只见{a}掀帘子进来，手里提着一盏灯，向众人点了点头。",
        "{a}听了这话，沉吟半晌，方才缓缓说道：“此事还须从长计议。”",
        "当晚{a}与{b}对坐饮酒，直谈到三更方散。",
        "次日一早，{a}骑马出城，亲自去迎那来人。",
        "{b}回头看时，却是{a}站在廊下，正同小厮们说话。",
        "“这有何难？”{a}拍案而起，“明日我便去走一遭。”",
        "{a}接过书信，从头看了一遍，脸色登时变了。",
        "忽报{a}已到门外，{b}慌忙出迎，二人携手而入。",
        "众人正没主意，{a}上前一步，拱手道：“我愿前往。”",
    ),
    *_pairs(
        FindingCode.AGE_CHANGED,
        ("原来{a}今年二十四岁，比{b}小着三岁。", "{a}时年十九岁，正是少年气盛。"),
        ("那时{a}年方十六，尚未见过世面。", "只见{a}年纪不过十二岁，站在人丛里东张西望。"),
        ("{a}已是五十二岁的人了，须发半白。", "{a}今年才三十岁，哪里肯服老。"),
        ("{a}年已六十一岁，走几步便要喘气。", "三十岁的{a}站在堂前，精神十足。"),
        ("{a}刚满十五岁，家里便替他张罗起来。", "{a}今年四十一岁了，两鬓已见白发。"),
    ),
    *_pairs(
        FindingCode.NUMBER_CHANGED,
        ("那口镇宅铜钟重三百二十斤，四个汉子才抬得动。", "院中那口镇宅铜钟重一百八十斤，{a}绕着它走了两圈。"),
        ("后园的听雨楼高六丈，登上去可以望见江面。", "{a}抬头看那听雨楼高九丈，不觉叹了一声。"),
        ("{a}的铁胎弓长五尺，旁人拉不开。", "{a}的铁胎弓长四尺，挂在壁上。"),
        ("那部河工图册共有十二卷，收在{a}房里。", "{a}翻出那部河工图册，共有二十卷，都落满了灰。"),
        ("城东的石板桥长四十丈，桥下行得大船。", "{b}走上石板桥，这石板桥长二十五丈，两旁都是柳树。"),
    ),
    *_pairs(
        FindingCode.SUM_CHANGED,
        ("{a}欠{b}三百两银子，说好年底归还。", "{a}欠{b}五百两银子，至今不敢见面。"),
        ("{a}向{b}借了八十两银子，立了字据。", "谁都知道{a}还欠着{b}一百二十两银子。"),
        ("{a}的月钱是二两银子，从不多领。", "{a}的月钱是五两银子，今日才领了来。"),
        ("{a}一共欠了铺子里四十两，掌柜的天天来催。", "{a}共欠铺子里九十两，愁得睡不着。"),
        ("那时{a}的俸禄是一百二十两，勉强度日。", "{a}的俸禄不过六十两，如何养得起这许多人？"),
    ),
    *_pairs(
        FindingCode.RANK_CHANGED,
        ("此时{a}官居知县，上任未久。", "{a}是知府，出门自有一班人跟着。"),
        ("{a}现任通判，管着一处仓场。", "众人都道{a}身为巡抚，说话自然有分量。"),
        ("{a}是营中百户，手下有百来号人。", "{a}乃是千户，众军都听他调遣。"),
        ("如今{a}任参将，守着一座小关。", "{a}身为总兵，今日亲来点卯。"),
        ("{a}不过是个什长，平日里无人理会。", "{a}是百夫长，腰刀挎得整整齐齐。"),
    ),
    *_pairs(
        FindingCode.DATE_CHANGED,
        ("{a}的生日是三月初八，家里年年摆酒。", "{a}的生日是九月十二，众人早早备下礼物。"),
        ("{a}的婚期定在五月十六，两家都已说妥。", "{a}的婚期定在八月初二，这日城里十分热闹。"),
        ("后街的庙会定在正月十五，年年如此。", "{a}记得后街的庙会是在二月初十，便约{b}同去。"),
        ("{a}的寿辰是十月初四。", "转眼到了{a}的寿辰，正是六月初九，宾客盈门。"),
        ("两家约定，比武定在七月初七。", "城外的比武定在四月十八，{a}一早便去占座。"),
    ),
    *_pairs(
        FindingCode.WRONG_HANDS,
        ("{a}将那面青鸾古镜交给{b}，嘱他好生收着。", "{a}从袖中取出青鸾古镜，照了一照。"),
        ("{a}把祖传的墨玉佩送给了{b}。", "{a}解下腰间的墨玉佩，放在桌上。"),
        ("{a}一时不慎，丢了那把紫金钥匙，遍寻不着。", "{a}摸出紫金钥匙，开了箱子。"),
        ("{b}从{a}手里夺走了寒铁剑，扬长而去。", "{a}拔出寒铁剑，剑光照得满室皆寒。"),
        ("{a}把水师布防图献给{b}，自己一份也没有留。", "{a}展开水师布防图，指着江口细细地看。"),
    ),
    *_pairs(
        FindingCode.CLOCK_TURNED_BACK,
        ("一行人晓行夜宿，走了八天，方才望见城门。", "这是他们上路的第二天，{a}已有些支持不住。"),
        ("船在江上行了十二日，{a}日日立在船头。", "自从登船，这才是第三日，{a}便吐得起不来身。"),
        ("{a}一行在路上走了半月有余，算来整整走了十六天。", "出发不过四天，{a}便想家了。"),
        ("队伍在山里走了九天，粮食将尽。", "启程的第五日，{a}吩咐埋锅造饭。"),
        ("他们赶了七天路，人困马乏。", "离家的第三天，{a}在客店里写了一封信。"),
    ),
    *_pairs(
        FindingCode.CANNOT_KNOW,
        ("{a}并不知道{b}私下变卖田庄的事。", "{a}早就知道{b}私下变卖田庄，只是不说破。"),
        ("众人都瞒着{a}，把北仓失火的事压了下来。", "{a}心里明白北仓失火的事，却装作没听见。"),
        ("{a}还不知道那封信是{b}伪造的。", "{a}一直知道那封信是{b}伪造的，所以并不着急。"),
        ("{a}全然不知{b}已与盐商订下密约。", "{a}早已知道{b}与盐商订下密约，冷笑了一声。"),
        ("{a}从来不知道自己是船户的养子。", "{a}其实早知道自己是船户的养子，从不对人提起。"),
    ),
    *(
        Template(code=FindingCode.MUST_HAPPEN_UNMET, must_happen=line)
        for line in (
            "{a}在渡口烧掉了盐引账册",
            "{a}发现{b}枕下的半块虎符",
            "{a}在雪夜弹断了琴弦",
            "{a}向{b}讨还三千七百两盐税",
            "瘸腿船夫把罗盘扔进井里",
        )
    ),
    *(
        Template(code=FindingCode.MUST_NOT_BROKEN, must_not=line, planted=planted)
        for line, planted in (
            ("不得提到海底沉船", "{a}忽然说起海底沉船的旧事，众人都不言语。"),
            ("{a}不能打开铁匣", "{a}趁着无人，打开铁匣，往里一看。"),
            ("不要让{a}离开渡口", "{a}收拾了包袱，连夜离开渡口去了。"),
            ("{a}烧毁地契", "{a}取过火盆，把地契烧毁得干干净净。"),
            ("不许透露{b}的乳名石头", "{a}指着{b}笑道：“他的乳名叫石头。”"),
        )
    ),
)
"""Templates that the checker was made with."""
HELD_OUT: tuple[Template, ...] = ()
"""Templates that it has not seen."""
