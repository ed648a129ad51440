import { acceptedOffer } from './offers';
import { withoutPoliteFrames } from './polite-frames';

const history = (text: string) => [
  { author: 'USER' as const, text: 'What is a tide?' },
  { author: 'ASSISTANT' as const, text },
];
const offer = 'The sea rises twice a day. Would you like to know why it rises?';

describe('an offer of the assistant', () => {
  it.each(['Yes', 'yes please', 'Sure, go ahead!', 'ok', 'Of course', 'Ja, gerne', 'sí, por favor', '好的', 'نعم'])(
    'becomes the question when the user says %j',
    (answer) => {
      expect(acceptedOffer(answer, history(offer))).toBe('why it rises?');
    },
  );

  it.each(['please', 'thanks', 'No', 'Why?', 'Yes, but what about the moon?', '', '…'])(
    'does not when the user says %j',
    (answer) => {
      expect(acceptedOffer(answer, history(offer))).toBeUndefined();
    },
  );

  it('is the last question of the last answer', () => {
    const two = 'Shall I explain tides? Or do you want to see currents?';
    expect(acceptedOffer('yes', history(two))).toContain('currents?');
    expect(acceptedOffer('yes', history('Tides are regular.'))).toBeUndefined();
    expect(acceptedOffer('yes', [{ author: 'USER', text: offer }])).toBeUndefined();
    expect(acceptedOffer('yes', [])).toBeUndefined();
  });

  it.each([
    ['Soll ich Ihnen auch die Preise nennen?', 'die Preise nennen?'],
    ['¿Quieres saber cuándo abre?', 'cuándo abre?'],
    ['Voulez-vous savoir quand il ouvre ?', 'quand il ouvre ?'],
  ])('may be made in another language: %s', (text, question) => {
    expect(acceptedOffer('ok', history(text))).toBe(question);
  });
});

describe('a polite question', () => {
  it.each([
    ['Hello, could you please tell me when the museum opens?', 'when the museum opens?'],
    ['Can you explain to me how tides work? Thanks!', 'how tides work?'],
    ["I'd like to know about tides", 'tides'],
    ['¿Puedes decirme cuándo abre?', 'cuándo abre?'],
    ['Können Sie mir bitte sagen, wann es öffnet?', 'wann es öffnet?'],
    ['Je voudrais savoir quand il ouvre', 'quand il ouvre'],
  ])('%j asks %j', (question, bare) => {
    expect(withoutPoliteFrames(question)).toBe(bare);
  });

  it.each(['When does it open?', 'Please', 'Hello,', 'Thanks', '', 'Tell'])('%j stays as it is', (question) => {
    expect(withoutPoliteFrames(question)).toBe(question);
  });
});
