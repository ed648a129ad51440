import type { DocumentBuilder } from '../document-builder';
import type { FormatReader } from '../reader';
import { partsBetween } from '../text-parts';
import { decodedText } from './decoded-text';
import { areRolling, type Cue, RollingCaptions, SAMPLE_CUES } from './rolling-captions';

const timing = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;

/** WebVTT and SubRip: spoken words, with their seconds. */
export const readSubtitles: FormatReader = async (source, document) => {
  const text = decodedText(source, document).replace(/\r\n?/g, '\n');
  const rolling = areRolling(Array.from(sampleOf(text))) ? new RollingCaptions() : undefined;
  for (const cue of cuesOf(text)) {
    const complete = rolling ? rolling.add(cue) : cue;
    if (complete) write(complete, document);
    if (document.full) return;
  }
  const last = rolling?.end();
  if (last) write(last, document);
};

function write({ lines, start, end }: Cue, document: DocumentBuilder): void {
  document.verbatim('transcript', lines.join('\n'), { seconds: { start, end } });
}

function* sampleOf(text: string): Generator<Cue> {
  let count = 0;
  for (const cue of cuesOf(text)) {
    yield cue;
    count += 1;
    if (count >= SAMPLE_CUES) return;
  }
}

function* cuesOf(text: string): Generator<Cue> {
  for (const cue of partsBetween(text, /\n\n/g)) {
    const lines = cue.split('\n');
    const at = lines.findIndex((line) => timing.test(line));
    const found = at === -1 ? undefined : timing.exec(lines[at] ?? '');
    if (!found) continue;
    const said = lines.slice(at + 1).map((line) => withoutTags(line).trim());
    const shown = said.filter((line) => line !== '');
    if (shown.length > 0) yield { lines: shown, start: secondsAt(found, 1), end: secondsAt(found, 5) };
  }
}

function secondsAt(found: RegExpExecArray, from: number): number {
  const [hours = 0, minutes = 0, seconds = 0, fraction = 0] = found
    .slice(from, from + 4)
    .map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds + fraction / 1000;
}

/** `<v Speaker>text</v>` names who speaks; `{\an8}` says where a line stands. */
function withoutTags(line: string): string {
  const unescaped = (text: string) =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&');
  return unescaped(line.replace(/<v(?:\.[^\s<>]*)?\s([^<>]+)>/g, '$1: ').replace(/<[^<>]*>|\{\\[^{}]{0,200}\}/g, ''));
}
