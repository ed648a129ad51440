import { splitSentences } from '@lectern/text';
import { isKnownRefusal } from '../reader/refusal';

/** Phrases of refusals, in lower case without accents: about oneself, or about the documents. */
const patterns: Readonly<Record<string, RegExp>> = {
  en: new RegExp(
    [
      '\\bi (?:do not|dont|cannot|cant|could not|couldnt|am not able to|am unable to|was unable to) (?:know|answer|find|tell|determine|provide|help|say)',
      '\\b(?:not|no|dont|doesnt|isnt)(?: have| contain| provide)? (?:enough|sufficient) (?:data|information|context|details)',
      '\\bi (?:do not|dont) have (?:any |the |this |that |specific |relevant )*(?:data|information|context|details|answer)',
      '\\binsufficient (?:data|information|context)',
      '\\b(?:is|are|was|have|has|found|contains?|provides?) no (?:relevant |specific |further |such )?(?:information|data|answer|mention)',
      '\\b(?:contexts?|documents?|texts?|passages?|sources?|articles?)\\b.{0,40}\\b(?:not|doesnt|dont|didnt) (?:contain|mention|provide|say|include|specify|state|answer|address|have)',
      '\\b(?:is|are|was) not (?:mentioned|stated|specified|given|provided|available) in (?:the|this|these|my|your)',
    ].join('|'),
  ),
  es: /\bno (?:lo )?se\b[^\p{L}]*$|no (?:hay|existen|tengo|dispongo|encuentro|contienen?|mencionan?|incluyen?|dicen?)\b.{0,30}(?:informacion|datos|respuesta|esto)|no (?:puedo|es posible) (?:responder|contestar|encontrar)/u,
  fr: /je ne (?:sais|peux|trouve|dispose)\b.{0,12}pas|(?:ny a|ne contien\w+|ne mentionn\w+|ne fourni\w+) (?:pas|aucune?)\b.{0,30}(?:information|donnees|reponse)|impossible de repondre/u,
  de: /\bich (?:weiss|kann)\b.{0,40}\bnicht\b|(?:keine|nicht genug|nicht genugend|unzureichende)\b.{0,20}(?:informationen|angaben|daten)|reichen nicht aus/u,
  it: /\bnon (?:lo so|so|posso rispondere|ci sono (?:abbastanza |sufficienti )?(?:dati|informazioni))|non (?:contien\w+|menzion\w+)\b.{0,30}(?:informazioni|dati)/u,
  pt: /\bnao (?:sei|posso responder|ha (?:dados|informac\w+)|contem\b.{0,30}informac\w+|encontrei)/u,
  ru: /не (?:знаю|могу ответить|содерж\p{L}+)|недостаточно (?:данных|информации)|нет (?:информации|данных)/u,
  zh: /不知道|无法(?:回答|找到|确定)|没有(?:足够|相关|提供|提到|提及)|未(?:提及|提到|提供)|信息不足/u,
  ja: /わかりません|分かりません|答えられません|(?:情報|データ)(?:は|が)(?:ありません|不足)|記載(?:は|が)?(?:ありません|されていません)/u,
  ko: /모르겠|알 수 없|답변할 수 없|정보가 (?:없|부족)|데이터가 (?:없|부족|충분하지)/u,
  ar: /لا (?:[اأ]عرف|[اأ]علم|[اأ]ستطيع|يمكنني|توجد (?:معلومات|بيانات)|تحتوي)|لا يوجد/u,
  hi: /(?:जानकारी|उत्तर).{0,20}(?:नहीं|नहिं)|(?:नहीं|नहिं) (?:पता|जानत)|पता (?:नहीं|नहिं)/u,
};
const any = new RegExp(
  Object.values(patterns)
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'u',
);
const CHARACTERS_MAX = 2_000;
/** "I am sorry." alone is not a refusal. */
const COURTESY_CHARACTERS_MAX = 16;

/** Which part of an answer refuses: all of it, its beginning, or none. */
export function refusalOf(answer: string, language: string): 'whole' | 'beginning' | 'none' {
  const text = answer.trim().slice(0, CHARACTERS_MAX);
  if (isKnownRefusal(text)) return 'whole';
  const sentences = splitSentences(text, language).map((sentence) => sentence.text);
  const [first, ...rest] = sentences
    .filter((sentence) => sentences.length === 1 || sentence.length > COURTESY_CHARACTERS_MAX)
    .map((sentence) => any.test(unaccented(sentence)));
  if (!first) return 'none';
  return rest.every(Boolean) ? 'whole' : 'beginning';
}

/** Lower case without apostrophes and the accents of Latin letters. */
function unaccented(text: string): string {
  const bare = text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '');
  return bare
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’`´]/g, '');
}
