"""Who and what is in the novels, as an author would register it by hand."""

_PEOPLE_LIST = """
曹操 刘备 孙权 关羽 张飞 诸葛亮 赵云 周瑜 吕布 董卓 袁绍 袁术 貂蝉 王允 陈宫 许攸
张辽 徐晃 许褚 典韦 夏侯惇 夏侯渊 曹仁 曹洪 郭嘉 荀彧 荀攸 程昱 贾诩 司马懿 司马昭
司马师 曹丕 曹植 曹真 张郃 于禁 庞德 庞统 黄忠 魏延 马超 马岱 姜维 法正 张松 刘璋
刘表 刘琦 刘琮 蔡瑁 黄盖 甘宁 吕蒙 陆逊 鲁肃 太史慈 程普 韩当 周泰 孙策 孙坚 张昭
诸葛瑾 关兴 张苞 关平 周仓 糜竺 孙乾 简雍 徐庶 马谡 王平 邓艾 钟会 孟获 张角 卢植
何进 李儒 李傕 郭汜 华雄 颜良 文丑 田丰 沮授 审配 逢纪 公孙瓒 陶谦 孔融 马腾 韩遂
张鲁 杨修 华佗 左慈 祢衡 董承 吉平 刘禅 曹爽 夏侯霸 陈登 高顺 张绣 蒋干 阚泽 严颜
李严 廖化 费祎 董允 玄德 云长 翼德 孔明 子龙 孟德 关公 先主 后主
"""
PEOPLE = tuple(_PEOPLE_LIST.split())
_PLACES_LIST = """
许昌 许都 洛阳 长安 徐州 荆州 益州 冀州 兖州 青州 幽州 豫州 扬州 下邳 小沛 新野
樊城 襄阳 江夏 江陵 南郡 长沙 桂阳 零陵 武陵 成都 汉中 街亭 祁山 陈仓 官渡 白马
乌巢 赤壁 夏口 柴桑 建业 合肥 濡须 定军山 葭萌关 剑阁 绵竹 虎牢关
"""
PLACES = tuple(_PLACES_LIST.split())
ALIASES = {
    "曹操": ("孟德", "曹孟德"),
    "刘备": ("玄德", "刘玄德"),
    "关羽": ("云长", "关公", "关云长"),
    "张飞": ("翼德", "张翼德"),
    "诸葛亮": ("孔明",),
    "赵云": ("子龙", "赵子龙"),
    "孙权": ("仲谋",),
    "周瑜": ("公瑾", "周郎"),
    "吕布": ("奉先",),
    "司马懿": ("仲达",),
    "姜维": ("伯约",),
    "庞统": ("士元",),
    "马超": ("孟起",),
    "袁绍": ("本初",),
    "徐庶": ("元直", "单福"),
    "太史慈": ("子义",),
    "鲁肃": ("子敬",),
    "陆逊": ("伯言",),
    "吕蒙": ("子明",),
    "黄忠": ("汉升",),
    "魏延": ("文长",),
    "诸葛瑾": ("子瑜",),
}
_RUSSIANS_LIST = """
Pierre;Natásha;Prince Andrew;Princess Mary;Nicholas;Sónya;Kutúzov;Denísov;Dólokhov;Anatole;Borís;
Berg;Véra;Pétya;Rostóv;Napoleon;Bagratión;Bilíbin;Tíkhon;Anna Pávlovna;Prince Vasíli;Hélène;
Anna Mikháylovna;Márya Dmítrievna;Julie;Platón;Rostopchín;Balashëv;Túshin;Weyrother;Nesvítski;
Zherkóv;Telyánin;Shinshín;Barclay;Bennigsen;Murat;Davout;Mávra Kuzmínichna;Alpátych;Dessalles;
Mademoiselle Bourienne
"""
RUSSIANS = tuple(_RUSSIANS_LIST.replace("\n", "").split(";"))
