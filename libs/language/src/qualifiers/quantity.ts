/** Numerals written as words, from 2, in order; 1 is an article in most languages. */
const numerals: Readonly<Record<string, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  de: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici',
  pt: 'dois tres quatro cinco seis sete oito nove dez onze doze',
  ar: 'اثنان ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه عشره',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf',
};
const values = new Map(
  Object.entries(numerals).map(([language, list]) => [
    language,
    new Map(list.split(' ').map((word, index) => [word, String(index + 2)])),
  ]),
);

/** Units and powers of ten after a number, by the beginning of their folded word. */
const units = [
  ['thousand', 'mil', 'tausend', 'mille'],
  ['million', 'millon', 'milion', 'milhao', 'milhoes'],
  ['billion', 'milliard', 'miliard'],
  ['trillion', 'billon'],
  ['percent', 'percentage', 'prozent', 'pourcent'],
  ['kilometer', 'kilometre', 'kilometro', 'km'],
  ['mile', 'milla', 'meile'],
  ['meter', 'metre', 'metro', 'm'],
  ['centimeter', 'centimetre', 'centimetro', 'zentimeter', 'cm'],
  ['millimeter', 'millimetre', 'milimetro', 'mm'],
  ['foot', 'feet', 'ft', 'pie', 'fuss'],
  ['inch', 'pulgada', 'zoll'],
  ['kilogram', 'kilogramo', 'kilogramm', 'kg'],
  ['gram', 'gramo', 'gramm', 'g'],
  ['ton', 'tonne', 'tonelada'],
  ['pound', 'libra', 'pfund', 'lb'],
  ['second', 'segundo', 'sekunde', 's'],
  ['minute', 'minuto'],
  ['hour', 'hora', 'stunde', 'heure', 'h'],
  ['day', 'dia', 'tag', 'jour'],
  ['week', 'semana', 'woche', 'semaine'],
  ['month', 'mes', 'monat', 'mois'],
  ['year', 'ano', 'jahr', 'annee'],
  ['century', 'siglo', 'jahrhundert', 'siecle'],
  ['dollar', 'usd'],
  ['euro', 'eur'],
  ['yen', 'jpy'],
];
const plural = /(?:ies|es|en|s|n|e)$/;
const unitNames = new Map(units.flatMap(([name = '', ...others]) => [name, ...others].map((word) => [word, name])));
const numeric = /^\d[\d.,/]*/;
const withUnit = /^\d[\d.]*(\p{L}{1,3})$/u;
/** `20th` is not a number with a unit, nor is `1990s`. */
const ordinal = /(?:st|nd|rd|th|s|er|e|a|o)$/;

/** The value of a word with digits or of a numeral; undefined for any other word. */
export function numberOf(folded: string, language: string): string | undefined {
  const numeral = values.get(language)?.get(folded);
  if (numeral !== undefined) return numeral;
  if (!/\d/.test(folded)) return undefined;
  return unitAfter(folded) === undefined ? folded : (numeric.exec(folded)?.[0] ?? folded);
}

/** The unit in a word such as `10km`. */
export function unitAfter(folded: string): string | undefined {
  const unit = withUnit.exec(folded)?.[1];
  return unit === undefined || ordinal.test(unit) ? undefined : unitOf(unit);
}

/** The name of the unit that a word denotes, in any of its forms; undefined for any other word. */
export function unitOf(folded: string): string | undefined {
  // Of "Stunden", only the last letter is the plural.
  const forms = [folded, folded.replace(plural, ''), folded.replace(/[sn]$/, '')];
  return forms.map((form) => unitNames.get(form)).find((unit) => unit !== undefined);
}
