/** Phrases before a question to a person that are irrelevant to a search. One phrase, at the start. */
const openings = [
  /^(?:hi|hello|hey|hola|bonjour|hallo|ciao|olá|привет|здравствуйте)(?: there)?[,!.]\s*/iu,
  /^(?:good (?:morning|afternoon|evening)|buen[oa]s (?:días|tardes|noches)|guten (?:tag|morgen|abend))[,!.]\s*/iu,
  /^(?:please|por favor|bitte|пожалуйста|s['’]il (?:te|vous) pla[iî]t)[,!]?\s+/iu,
  /^(?:can|could|would|will) you (?:please |kindly )?(?:tell|explain to|show) (?:me|us)(?: about| whether| if)?\s+/iu,
  /^(?:tell|show) (?:me|us)(?: about)?\s+/iu,
  /^(?:do|does) (?:you|anyone|anybody) (?:happen to )?know(?: whether| if)?\s+/iu,
  /^i(?:['’]d| would) (?:like|love) to (?:know|learn|understand|find out)(?: about| whether| if)?\s+/iu,
  /^i (?:want|need) to (?:know|learn|understand|find out)(?: about| whether| if)?\s+/iu,
  /^i(?:['’]m| am| was) (?:wondering|curious)(?: about| whether| if)?\s+/iu,
  /^¿?\s*(?:puedes|puede|podr[ií]as?) (?:decirme|explicarme)(?: si)?\s+/iu,
  /^(?:dime|d[ií]game|quiero saber|quisiera saber|me gustar[ií]a saber)(?: si)?\s+/iu,
  /^(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous) (?:me|nous) (?:dire|expliquer)\s+/iu,
  /^(?:dis-moi|dites-moi|je (?:veux|voudrais|aimerais) savoir)\s+/iu,
  /^(?:kannst du|können sie|könntest du|könnten sie) (?:mir|uns) (?:bitte )?(?:sagen|erklären),?\s+/iu,
  /^(?:sag mir|sagen sie mir|ich (?:möchte|will) wissen|weißt du|wissen sie),?\s+/iu,
  /^(?:скажи|скажите|подскажи|подскажите|расскажи|расскажите|я хочу знать|хочу узнать),?(?: мне)?\s+/iu,
];
const closing =
  /[\s,.!]+(?:please|thanks|thank you|many thanks|por favor|gracias|bitte|danke|merci|спасибо|пожалуйста|s['’]il (?:te|vous) pla[iî]t)[\s.!?]*$/iu;
/** Phrases may be combined: "Hello, could you please tell me …". */
const OPENINGS_MAX = 5;

/** Removes greetings, thanks and phrases such as "could you tell me"; returns a question without any unchanged. */
export function withoutPoliteFrames(question: string): string {
  let bare = question.trim();
  for (let found = 0; found < OPENINGS_MAX; found += 1) {
    const pattern = openings.find((opening) => opening.test(bare));
    if (!pattern) break;
    bare = bare.replace(pattern, '');
  }
  const body = bare.replace(closing, '');
  if (body === question.trim() || body === '') return question;
  return body === bare || !question.includes('?') || body.endsWith('?') ? body : `${body}?`;
}
