import type { Word } from '@lectern/text';
import { hasCapitalNouns } from './candidate';

/** Words before a thing: articles, prepositions, question words for one. Folded. */
const introducing = new Set(
  (
    'the a an of for in on at to from with by about into per each every any all this that these those my your our their his her its no what which many much are is do does did whose new some ' +
    'el la los las un una unos unas de del al en por para con sobre su sus cada que cuanto cuanta cuantos cuantas cual este esta ' +
    'le les des du au aux dans sur pour par avec son sa ses leur leurs chaque quel quelle quels quelles l d ' +
    'il lo gli i nel nella da di per con uno ' +
    'o os as um uma do da dos das no na em ' +
    'het een van voor met op elke ' +
    'من في على كم عن الى لكل اي'
  ).split(' '),
);
/** Words before a thing at the start of a question. Folded. */
const opening = new Set(
  'can may could should must will would has have was were kann darf puede pueden peut peuvent'.split(' '),
);
const arabicArticle = /^(?:و|ب|ل|ك)?ال/u;
/** Present-tense verbs begin like this, but few nouns do. */
const arabicVerb = /^[يت]/u;
const han = /\p{Script=Han}/u;
const HAN_NOUN_CHARACTERS_MIN = 2;

/** Words with little meaning, which no answer has to repeat. Folded. */
const light = new Set(
  (
    'new current currently exact exactly total present actual usual usually normally please get gets got give given ' +
    'es nuevo nueva actual exacto exacta normalmente tiene tienen hay ' +
    'neu neue neuer neuen neues aktuell aktuelle aktuellen genau derzeit eigentlich ' +
    'nouveau nouvelle actuel actuelle exactement ' +
    '新 新的 目前 现在 الجديد الجديده الحالي الحاليه حاليا'
  ).split(' '),
);

/** Words that ask for an amount of any kind. Folded. */
const amounts = new Set(
  'high big large great much size tamano taille hoch gross grande alto alta grand grande eleve elevee haut haute groot hoog amount amounts asciende ascienden eleve elevent belauft betragt 高 大 تبلغ يبلغ قيمه القيمه مقدار'.split(
    ' ',
  ),
);

/** Words for the kind of the answer, which an answer need not repeat. Folded. */
const askedKinds = new Set(
  (
    'number amount time size hour hours date day days year month place person people name kind type sort way quantity value meaning ' +
    'numero cantidad hora horas fecha dia ano mes lugar persona nombre tipo importe ' +
    'anzahl zahl uhrzeit zeit datum tag jahr monat ort person name art betrag hohe grosse ' +
    'nombre montant heure heures date jour annee mois lieu personne nom type ' +
    '时间 时候 数量 地点 名字 الساعه الوقت عدد العدد تاريخ مكان اسم نوع'
  ).split(' '),
);

export function isLight(folded: string): boolean {
  return light.has(folded);
}

export function isAmount(folded: string): boolean {
  return amounts.has(folded);
}

/** Whether a word of a question names a thing, according to capitals, articles and the word before it. */
export function isThing(all: readonly Word[], at: number, language: string): boolean {
  const word = all[at];
  if (!word || askedKinds.has(word.folded)) return false;
  if (hasCapitalNouns(language)) return at > 0 && /^\p{Lu}/u.test(word.text);
  if (han.test(word.text)) return word.text.length >= HAN_NOUN_CHARACTERS_MIN;
  if (language === 'ar' && (arabicArticle.test(word.folded) || (at > 1 && !arabicVerb.test(word.folded)))) return true;
  // English questions end with a verb in its base form, or with a noun.
  if (language === 'en' && at === all.length - 1 && at > 1 && /[^s]s$/.test(word.folded)) return true;
  const before = all[at - 1]?.folded ?? '';
  // An Italian article, but `he` in French.
  if (before === 'il' && language === 'fr') return false;
  return introducing.has(before) || (at === 1 && opening.has(before));
}
