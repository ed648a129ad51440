/** The reply when nothing answers, by ISO 639-1. */
const refusals: Readonly<Record<string, string>> = {
  en: 'Not enough data to answer this.',
  es: 'No hay datos suficientes para responder a esto.',
  fr: "Il n'y a pas assez de données pour répondre à cette question.",
  de: 'Die vorhandenen Daten reichen nicht aus, um das zu beantworten.',
  it: 'Non ci sono dati sufficienti per rispondere.',
  pt: 'Não há dados suficientes para responder a isto.',
  ca: 'No hi ha prou dades per respondre a això.',
  nl: 'Er zijn niet genoeg gegevens om dit te beantwoorden.',
  pl: 'Za mało danych, aby na to odpowiedzieć.',
  ru: 'Недостаточно данных, чтобы ответить на этот вопрос.',
  zh: '没有足够的数据来回答这个问题。',
  ja: 'これに答えるための十分なデータがありません。',
  ko: '이 질문에 답할 수 있는 데이터가 충분하지 않습니다.',
  ar: 'لا توجد بيانات كافية للإجابة عن هذا السؤال.',
  hi: 'इसका उत्तर देने के लिए पर्याप्त जानकारी नहीं है।',
};

export function refusalIn(language: string): string {
  return refusals[language] ?? refusals.en ?? '';
}

const known = new Set(Object.values(refusals));

/** Whether a text is one of these sentences. */
export function isKnownRefusal(text: string): boolean {
  return known.has(text);
}
