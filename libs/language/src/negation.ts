/** Negations, folded, by ISO 639-1. */
const words: Readonly<Record<string, string>> = {
  en: 'not no never none neither nor without cannot nt isn wasn didn doesn don aren weren couldn hasn haven except',
  es: 'no nunca jamas nadie nada ninguno ninguna ningun sin tampoco ni',
  fr: 'ne pas jamais aucun aucune sans ni rien personne',
  de: 'nicht kein keine keinen keiner keines keinem nie niemals ohne weder nichts niemand',
  it: 'non mai nessuno nessuna senza ne niente',
  pt: 'nao nunca nenhum nenhuma sem nem ninguem',
  ca: 'no mai cap sense ni ningu',
  nl: 'niet geen nooit zonder noch niemand niets',
  pl: 'nie nigdy bez zaden zadna ani nikt',
  ru: 'не нет никогда без ни никто ничего нельзя',
  ar: 'لا لم لن ليس ليست غير بدون ما',
  hi: 'नहीं नहिं न मत ना बिना',
};
/** In scripts without spaces between words, any word that contains one of these is a negation. */
const parts: Readonly<Record<string, RegExp>> = {
  zh: /[不没沒无無未非别莫]/u,
  ja: /ない|なかった|ません|ず$|無/u,
  ko: /않|없|아니|못/u,
};

const sets = new Map(Object.entries(words).map(([language, list]) => [language, new Set(list.split(' '))]));

/** @param language ISO 639-1; for an unknown one, English words are used */
export function isNegation(folded: string, language: string): boolean {
  const part = parts[language];
  return part ? part.test(folded) : (sets.get(language) ?? sets.get('en'))?.has(folded) === true;
}
