import { detectLanguage, foldedWords, foldText, splitSentences } from '@lectern/text';
import type { FollowUp } from '../rephrased';

/** Phrases that accept an offer and say nothing else. Folded. */
const acceptances = new Set(
  (
    'yes yeah yep yup sure ok okay please definitely absolutely certainly go ahead do that it would like to i id great thanks thank you of course ' +
    'si claro vale por favor gracias adelante desde luego ' +
    'oui daccord d accord bien sur volontiers s il te vous plait merci avec plaisir ' +
    'ja gerne bitte klar sicher natürlich naturlich danke gern ' +
    'sim certo da конечно да пожалуйста ' +
    '是 是的 好 好的 可以 请 要 对 行 嗯 نعم اجل بالتاكيد من فضلك حسنا تفضل'
  ).split(' '),
);
/** At least one of these is required: "please" alone accepts nothing. */
const agreeing = new Set(
  'yes yeah yep yup sure ok okay definitely absolutely certainly go course si claro vale adelante oui accord volontiers sur plaisir ja gerne klar sicher naturlich gern sim certo da конечно да 是 是的 好 好的 可以 要 对 行 نعم اجل بالتاكيد حسنا تفضل'.split(
    ' ',
  ),
);
const ACCEPTANCE_WORDS_MAX = 6;
const OFFER_CHARACTERS_MAX = 4_000;
const isQuestion = /[?？؟]["'”’»)\]]*$/u;
/** Phrases that begin an offer. */
const frames = [
  /^(?:would you like|do you want|shall i|should i|can i|may i|want)(?: me)?(?: to)?(?: also)?(?: (?:know|hear|see|learn|tell|show|give|explain|look up|find out|find|check|get|have))?(?: you)?(?: about| what| whether)?\s+/iu,
  /^¿?\s*(?:quieres?|quiere|desea|deseas|te gustaría|le gustaría|puedo)(?: que)?(?: también)?(?: (?:saber|ver|conocer|decirte|mostrarte|te diga|le diga|busque))?\s+/iu,
  /^(?:voulez-vous|veux-tu|souhaitez-vous|puis-je|dois-je)(?: aussi)?(?: (?:savoir|connaître|voir|vous dire|te dire))?\s+/iu,
  /^(?:möchten sie|möchtest du|willst du|wollen sie|soll ich)(?: (?:auch|ihnen|dir|euch))*\s+/iu,
  /^(?:你|您)?(?:要不要|想不想|需要|想|要)(?:我)?(?:也)?(?:知道|了解|看看|告诉你|查询)?/u,
  /^هل (?:تريد|ترغب|تود)(?: في| أن)?(?: معرفة| أعرف| تعرف)?\s+/u,
];

/** The assistant's last offer, if the user accepts it: it becomes the question. Undefined otherwise. */
export function acceptedOffer(answer: string, history: FollowUp['history']): string | undefined {
  const last = history.at(-1);
  if (last?.author !== 'ASSISTANT' || !accepts(answer)) return undefined;
  const text = last.text.slice(-OFFER_CHARACTERS_MAX);
  const offer = splitSentences(text, detectLanguage(text).language).findLast((sentence) =>
    isQuestion.test(sentence.text),
  );
  return offer && withoutFrame(offer.text.trim());
}

function accepts(text: string): boolean {
  const said = foldedWords(foldText(text));
  if (said.length === 0 || said.length > ACCEPTANCE_WORDS_MAX) return false;
  return said.every((word) => acceptances.has(word)) && said.some((word) => agreeing.has(word));
}

function withoutFrame(offer: string): string {
  const bare = frames.reduce((text, frame) => text.replace(frame, ''), offer);
  return bare === '' ? offer : bare;
}
