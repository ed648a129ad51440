import { type Word, words } from '@lectern/text';
import { alternativesIn, type Pin, pinsOf } from '../qualifiers/pin';
import { type PinnedEvidence, verdictIn, verdictOn } from '../qualifiers/pin-check';
import type { Evidence } from './evidence';
import type { Passage, Said, Unit } from './passage';

const CODE_LETTERS = /^\p{L}{1,4}$/u;

/** Compares the pins of a question with the units of passages. */
export class PinnedQuestion {
  private readonly pins: readonly Pin[];
  /** Groups of pins, of which one is sufficient. */
  private readonly groups: readonly (readonly Pin[])[];
  private readonly words: readonly Word[];
  private readonly known = new Map<Passage, PassagePins>();

  private readonly topic: readonly Pin[];

  /**
   * @param asked language of the question
   * @param topic of the conversation: its pins must not be contradicted, unless the question has another of the same
   *   kind
   */
  constructor(question: Said, asked: string, topic = '') {
    this.words = question.words;
    this.groups = alternativesIn({ ...question, language: asked });
    this.pins = this.groups.flat();
    const before = topic === '' ? [] : pinsOf({ text: topic, words: [...words(topic, asked)], language: asked });
    this.topic = before.filter(({ kind }) => this.pins.every((pin) => pin.kind !== kind));
  }

  /** Whether a unit, with its context, is consistent with the pins of the question. */
  fits({ unit, passage }: Pick<Evidence, 'unit' | 'passage'>): boolean {
    const evidence = this.evidenceFor({ unit, passage });
    if (!evidence) return true;
    const isContradicted = (pin: Pin) => verdictOn(pin, evidence) === 'contradicted';
    if (this.topic.some(isContradicted)) return false;
    const isMet = (pin: Pin) => {
      const verdict = verdictOn(pin, evidence);
      return verdict === 'said' || (verdict === 'absent' && !pin.isFirm);
    };
    return this.groups.every((group) => group.some(isMet));
  }

  /**
   * Adds to the context of the passage's units the words of the question that they say in another form: `III` for `3`.
   */
  read(passage: Passage): Passage {
    if (this.pins.length + this.topic.length === 0) return passage;
    const { language } = passage;
    const known = passage.units.map(({ said }) => said.map((one) => pinsIn(one, language)));
    const units = passage.units.map((unit, at) => this.named(unit, known[at]?.flat() ?? []));
    const read = { ...passage, units };
    this.known.set(read, { units: known, title: pinsIn(passage.name, language) });
    return read;
  }

  private named(unit: Unit, pins: readonly Pin[]): Unit {
    const said = this.pins.filter((pin) => verdictIn(pin, pins) === 'said').flatMap((pin) => this.wordsOf(pin));
    return said.length === 0 ? unit : { ...unit, setting: [...unit.setting, ...said] };
  }

  /** Including the letters of a code before its number. */
  private wordsOf({ at, heads }: Pin): readonly Word[] {
    const [word, before] = [this.words[at], this.words[at - 1]];
    const letters = before && CODE_LETTERS.test(before.text) && heads.includes(before.stem) ? [before] : [];
    return word ? [...letters, word] : [];
  }

  private evidenceFor({ unit, passage }: Pick<Evidence, 'unit' | 'passage'>): PinnedEvidence | undefined {
    const known = this.known.get(passage);
    if (!known) return undefined;
    const { units, title } = known;
    return {
      layers: [...(units[unit.position] ?? []), title],
      before: units
        .slice(0, unit.position)
        .map((said) => said.flat())
        .toReversed(),
      after: units.slice(unit.position + 1).flat(2),
    };
  }
}

interface PassagePins {
  /** For each unit, the pins of its own text and of the texts of its context. */
  readonly units: readonly (readonly (readonly Pin[])[])[];
  readonly title: readonly Pin[];
}

/** Texts are read once for many questions, always in the same language. */
const latest = new WeakMap<Said, readonly Pin[]>();

function pinsIn(said: Said, language: string): readonly Pin[] {
  const known = latest.get(said) ?? pinsOf({ ...said, language });
  latest.set(said, known);
  return known;
}
