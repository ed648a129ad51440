import { foldText } from '@lectern/text';

/** Words that an answer to "how heavy", "how long" … uses instead: verbs, nouns and units. */
const weight =
  'weigh weighs weighed weight kg kilogram kilograms kilo kilos gram grams g pound pounds lb lbs ton tons tonne tonnes';
const length =
  'length km kilometre kilometres kilometer kilometers m metre metres meter meters cm mm centimetres mile miles foot feet ' +
  'inch inches yards';
const duration =
  'last lasts lasted take takes took duration second seconds minute minutes hour hours day days week weeks month months ' +
  'year years decade decades century centuries min h';
const measures: Readonly<Record<string, readonly [string, string][]>> = {
  en: [
    ['heavy', weight],
    ['long', `${length} ${duration}`],
    ['tall high deep wide far', `height depth width distance high tall ${length}`],
    ['old', 'age aged born founded built year years'],
    ['fast', 'speed mph knots kmh kilometres miles per'],
    ['hot cold warm', 'temperature degrees celsius fahrenheit °c °f'],
    ['big large', `size area hectares acres square population ${length}`],
    ['expensive', 'price cost costs fee euros dollars pounds'],
    ['often', 'times daily weekly monthly yearly annually every once twice'],
    ['metre metres meter meters', 'm metre metres meter meters'],
    ['kilometre kilometres kilometer kilometers', 'km kilometre kilometres kilometer kilometers'],
    ['centimetre centimetres centimeter centimeters', 'cm'],
    ['millimetre millimetres millimeter millimeters', 'mm'],
    ['kilogram kilograms kilo kilos', 'kg kilogram kilograms kilo kilos'],
    ['gram grams', 'g'],
    ['litre litres liter liters', 'l litre litres liter liters'],
    ['hour hours', 'h hr hrs'],
    ['minute minutes', 'min mins'],
    ['second seconds', 's sec'],
  ],
  de: [
    ['schwer', 'wiegt wiegen wog gewicht kg kilogramm gramm tonne tonnen'],
    ['lang lange', 'länge dauert dauerte dauer km kilometer meter sekunden minuten stunden tage wochen monate jahre'],
    ['hoch groß tief weit breit', 'höhe größe tiefe breite meter kilometer entfernung hektar'],
    ['alt', 'alter jahre geboren gegründet'],
    ['teuer', 'preis kostet kosten euro'],
    ['oft', 'mal täglich wöchentlich monatlich jährlich'],
    ['meter metern', 'm'],
    ['kilometer kilometern', 'km'],
    ['kilogramm kilo', 'kg'],
    ['liter litern', 'l'],
    ['zentimeter zentimetern', 'cm'],
    ['millimeter millimetern', 'mm'],
    ['gramm', 'g'],
    ['stunden stunde', 'h std'],
    ['minuten minute', 'min'],
  ],
  es: [
    ['pesa peso', 'pesa pesaba peso kg kilogramos kilos gramos toneladas'],
    ['mide largo alto', 'mide altura longitud metros kilómetros m cm km'],
    ['tiempo dura tarda', 'dura tarda segundos minutos horas días semanas meses años'],
    ['cuesta vale', 'precio cuesta euros dólares'],
    ['metro metros', 'm'],
    ['kilómetro kilómetros', 'km'],
    ['kilogramo kilogramos kilo kilos', 'kg'],
    ['litro litros', 'l'],
    ['centímetro centímetros', 'cm'],
    ['milímetro milímetros', 'mm'],
    ['gramo gramos', 'g'],
    ['hora horas', 'h'],
    ['minuto minutos', 'min'],
  ],
  fr: [
    ['pèse poids', 'pèse pesait poids kg kilogrammes kilos grammes tonnes'],
    ['mesure long haut', 'mesure hauteur longueur mètres kilomètres m cm km'],
    ['temps dure', 'dure secondes minutes heures jours semaines mois années ans'],
    ['coûte', 'prix coûte euros dollars'],
    ['mètre mètres', 'm'],
    ['kilomètre kilomètres', 'km'],
    ['kilogramme kilogrammes kilo kilos', 'kg'],
    ['litre litres', 'l'],
    ['centimètre centimètres', 'cm'],
    ['millimètre millimètres', 'mm'],
    ['gramme grammes', 'g'],
    ['heure heures', 'h'],
    ['minute minutes', 'min'],
  ],
};

const alike = new Map(
  Object.entries(measures).map(([language, pairs]) => [language, new Map(pairs.flatMap(entriesOf))]),
);
const none: ReadonlySet<string> = new Set();

/** Words, folded, that match a word of a question about a measure. @param language ISO 639-1 of both */
export function measuredBy(folded: string, language: string): ReadonlySet<string> {
  return alike.get(language)?.get(folded) ?? none;
}

function entriesOf([asked, said]: readonly [string, string]): [string, ReadonlySet<string>][] {
  const words = new Set(foldText(said).split(' '));
  return foldText(asked)
    .split(' ')
    .map((word) => [word, words]);
}
