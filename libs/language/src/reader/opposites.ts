import type { Word } from '@lectern/text';
import type { Question } from './question';

/** Pairs of English words that exclude each other. */
const pairs =
  'first last;before after;begin end;start finish;start end;increase decrease;rise fall;high low;highest lowest;' +
  'large small;largest smallest;big small;biggest smallest;most least;more less;more fewer;long short;longest shortest;' +
  'old young;oldest youngest;old new;oldest newest;early late;earliest latest;win lose;won lost;winner loser;north south;' +
  'east west;northern southern;eastern western;above below;over under;inside outside;internal external;male female;' +
  'man woman;men women;king queen;father mother;son daughter;brother sister;allow forbid;allow prohibit;accept reject;' +
  'support oppose;agree disagree;legal illegal;possible impossible;public private;rich poor;strong weak;fast slow;' +
  'hot cold;warm cool;heavy light;major minor;majority minority;maximum minimum;positive negative;success failure;' +
  'friend enemy;ally enemy;join leave;enter leave;arrive depart;buy sell;import export;attack defend;urban rural;' +
  'ancient modern;formal informal;similar different;same different;include exclude;gain lose;create destroy;' +
  'build destroy;open close;love hate;good bad;best worst;better worse;easy difficult;simple complex;up down;left right;' +
  'even odd;single multiple;parent child;upper lower;front back;day night;summer winter;land sea;life death;born died';

const opposites = new Map<string, Set<string>>();
for (const pair of pairs.split(';')) {
  const [one = '', other = ''] = pair.split(' ');
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}

/** Whether a text has the opposite of a word in the question, without the word itself. */
export function saysOpposite({ words }: Question, said: readonly Word[]): boolean {
  const here = new Set(said.map(({ folded }) => folded));
  return words.some((word) => !here.has(word) && [...(opposites.get(word) ?? [])].some((other) => here.has(other)));
}
