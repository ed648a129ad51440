import { read } from '../../fixtures/reading.fixture';

const clock = (at: number) =>
  `00:00:${String(Math.floor(at)).padStart(2, '0')}.${String(Math.round((at % 1) * 1000)).padStart(3, '0')}`;
const vtt = (cues: readonly (readonly [number, number, string])[]) =>
  `WEBVTT\n\n${cues.map(([start, end, text]) => `${clock(start)} --> ${clock(end)}\n${text}\n`).join('\n')}`;

async function transcript(file: string, filename = 'a.vtt') {
  const { blocks, text } = await read(file, { filename });
  return blocks.map(({ start, end, seconds }) => `${seconds?.start}-${seconds?.end}: ${text.slice(start, end)}`);
}

describe('subtitles', () => {
  it('that scroll line by line give each line once, with its seconds', async () => {
    const spoken = ['the lock opens at six', 'and closes at ten', 'but not on sundays', 'when nobody works'];
    const cues = spoken.flatMap((line, at): [number, number, string][] => [
      [
        at * 3,
        at * 3 + 2.9,
        `${spoken[at - 1] ?? ' '}\n${line.replace(/ (\w+)/g, `<${clock(at * 3 + 1)}><c> $1</c>`)}`,
      ],
      [at * 3 + 2.9, at * 3 + 3, `${line}\n `],
    ]);
    expect(await transcript(vtt(cues))).toEqual([
      '0-3: the lock opens at six',
      '3-6: and closes at ten',
      '6-9: but not on sundays',
      '9-12: when nobody works',
    ]);
  });

  it('that grow word by word give the whole line once', async () => {
    const words = 'the lock opens at six'.split(' ');
    const growing = (from: number) =>
      words.map((_, at): [number, number, string] => [from + at, from + at + 0.9, words.slice(0, at + 1).join(' ')]);
    const next = 'every day of the week'.split(' ');
    const after = next.map((_, at): [number, number, string] => [
      10 + at,
      10 + at + 0.9,
      next.slice(0, at + 1).join(' '),
    ]);
    expect(await transcript(vtt([...growing(0), ...after]))).toEqual([
      '0-4.9: the lock opens at six',
      '10-14.9: every day of the week',
    ]);
  });

  it('keep what people say again and again, and lose what says how lines look', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\n<b>- Wait.</b>\n{\\an8}{\\i1}- Wait, wait.\n\n2\n00:00:03,000 --> 00:00:04,000\nWait.\n\n3\n00:00:05,000 --> 00:00:06,000\nWait.\n\n4\n00:00:07,000 --> 00:00:08,000\nGo {slowly}.\n';
    expect(await transcript(srt, 'a.srt')).toEqual([
      '1-2: - Wait.\n- Wait, wait.',
      '3-4: Wait.',
      '5-6: Wait.',
      '7-8: Go {slowly}.',
    ]);
  });
});
