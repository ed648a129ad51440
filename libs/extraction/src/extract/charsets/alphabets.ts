/** Cost of letters of a language, in nats: the most frequent one, each place after it, and those of few words. */
const [FIRST_LETTER_COST, RANK_COST, RARE_LETTER_COST] = [2.2, 0.12, 5];
const FOREIGN_COST = 9;

/** Letters of a language beyond A to Z: those of most texts, frequent ones first, and those of few words and names. */
interface Alphabet {
  readonly language: string;
  readonly common: string;
  readonly rare: string;
}

/** Languages that are written with Latin letters and were stored with one byte per letter. */
export const alphabets: readonly Alphabet[] = [
  { language: 'de', common: 'üäöß', rare: 'éèàçê' },
  { language: 'fr', common: 'éàèêçôâîûùœëï', rare: 'üÿæöäñ' },
  { language: 'es', common: 'óáíéñú', rare: 'üç' },
  { language: 'pt', common: 'ãçáéíóêúâõà', rare: 'ôüñ' },
  { language: 'it', common: 'àèùòéì', rare: 'îóí' },
  { language: 'nl', common: 'ëéïèöü', rare: 'áóúêç' },
  { language: 'sv', common: 'äåö', rare: 'éüàøæ' },
  { language: 'da', common: 'åøæ', rare: 'éöäüòôê' },
  { language: 'no', common: 'åøæ', rare: 'éöäüòôê' },
  { language: 'fi', common: 'äö', rare: 'åšžé' },
  { language: 'is', common: 'ðíáóæéþúýö', rare: 'üø' },
  { language: 'ca', common: 'éàóèíòçúïü', rare: '·ñ' },
  { language: 'en', common: 'é', rare: 'èêñïçöüäáóí' },
  { language: 'ga', common: 'áéíúó', rare: 'ö' },
  { language: 'pl', common: 'łąęóżśćńź', rare: 'öüéä' },
  { language: 'cs', common: 'íáěéřčžýšůúňťďó', rare: 'öüä' },
  { language: 'sk', common: 'áíéúčýžšťôäňó', rare: 'ľďĺŕöü' },
  { language: 'hu', common: 'áéöóőíüúű', rare: 'ä' },
  { language: 'ro', common: 'ăîâşţșț', rare: 'éáóö' },
  { language: 'hr', common: 'čšžćđ', rare: 'éöüäá' },
  { language: 'sl', common: 'čšž', rare: 'ćđéöüä' },
  { language: 'sq', common: 'ëç', rare: 'éâ' },
  { language: 'tr', common: 'ıüşçğö', rare: 'âîû' },
  { language: 'lt', common: 'ėšųžįąčūę', rare: 'éöüä' },
  { language: 'lv', common: 'āīēšņūļžķčģ', rare: 'ōŗéöüä' },
  { language: 'et', common: 'äõüö', rare: 'šžé' },
];

/** How surprising a letter is in a language. */
export function letterCost(letter: string, { common, rare }: Alphabet): number {
  const rank = common.indexOf(letter);
  if (rank >= 0) return Math.min(RARE_LETTER_COST, FIRST_LETTER_COST + rank * RANK_COST);
  return rare.includes(letter) ? RARE_LETTER_COST : FOREIGN_COST;
}

/** Of other scripts, the letters from frequent to seldom. */
const orders: readonly string[] = [
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъіїєёґўјљњћђџќѓѕ',
  'αοιετσνηυρπκμλωςδγχθφβξζψάέίόύήώϊϋΐΰ',
  'יוהלארמתבשנעםדקחפכטגצזןסץףך',
  'اليمنتروعبدسفهكقحجشةصطأخذضغىثزئءظإؤآپچژگ',
  'ءأإؤئآًٌٍَُِّْ',
];

const THAI = /[\u0e01-\u0e3a\u0e40-\u0e4e]/u;

/** Characters that are frequent in any text of their language. */
const idioms: readonly string[] = [
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该价严请提发票谢档星期前交付款合同条款项目电话地址邮件附件文件通知会议室楼层公司客户部门经理签署日报告',
  '這個為國時來們對會發動過說產種後學經進著電裡現實兩體機當點從業開還與關線內數氣變條沒結問無軍導題黨員總設長頭資邊級圖統較將組見計別運農幾區強決幹戰則據處隊給門規熱領東壓爭濟階術極聯認權證轉單風帶場車務萬每達積議聲報類離華確張馬節話況傳許廣記須際驗連斷難習響約勞團歷構稱準號維劃選標寫親養層狀廠識屬圓滿縣參紅細聽該價嚴請謝檔星期繳樓廳臺灣於議將點舉行準參',
  '日本人年大月会社員部長時間分今明午前後場所室階電話番号東京都市区県町様方先生名氏件内容確認連絡願致申上下左右中外出入口手続書類提出期限注文発送商品価格料金円税込支払請求見積契約開始終了予定変更対応問題使用方法設定機能説明更新情報管理世界学校教育研究者第回目次表図参照株式当然何事物私彼女男子供自分思言行来見知新旧高低多少小全国語英',
];
const HANGUL =
  '이다는을에의가고하지를사은한로도리인기자어아나시서대해일들과그수부정전라보여스주있것으원제상장구무비만게우국공연안오마유동경조조면세계결성소실습니까요었습했했되된될며데년월내외신입출금액합계용물음회의열층참석해주시기바랍니다안녕하세십시오관련문서확인요청번호주소담당팀명';

/** The most frequent letter of a script, and how much more the least frequent one costs. */
const [FREQUENT_COST, SPREAD] = [2, 4];
const HEBREW_FREQUENT_COST = 1.4;
const COMMON_CHARACTER_COST = 3.5;

const costs = new Map<string, number>();
for (const order of orders) {
  const first = /^\p{Script=Hebrew}/u.test(order) ? HEBREW_FREQUENT_COST : FREQUENT_COST;
  [...order].forEach((letter, at) => costs.set(letter, costs.get(letter) ?? first + (at / order.length) * SPREAD));
}
for (const char of [...idioms, HANGUL].join('')) costs.set(char, COMMON_CHARACTER_COST);

/** Cost of a letter or character outside Latin; undefined for other characters. */
export function foreignCost(char: string): number | undefined {
  const known = costs.get(char) ?? costs.get(char.toLowerCase());
  if (known !== undefined) return known;
  return kinds.find(([kind]) => kind.test(char))?.[1];
}

const kinds: readonly (readonly [RegExp, number])[] = [
  [THAI, 3.2],
  [/[\u3041-\u3096\u30a1-\u30fa\u30fc]/u, COMMON_CHARACTER_COST],
  [/[\u3000-\u3002\u300c-\u300f\u30fb\uff01-\uff5e]/u, 4],
  [/\p{Script=Hangul}/u, 7],
  [/\p{Script=Han}/u, 8.5],
  [/[\uff61-\uff9f]/u, 9],
  [/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u, 7],
];
