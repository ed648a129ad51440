import { read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

const rtf = String.raw`{\rtf1\ansi Open{\v  one \'e4 \u228?} to all, \v two\v0 again.{\deleted  gone} Order QX40\_771.\par {\v three{\b  bold}}Power 10{\super 6}.\par}`;

describe('rich text', () => {
  it('has no hidden and no deleted text, says how much, and keeps hyphens that do not break', async () => {
    const { text, warnings } = await read(rtf, { filename: 'a.rtf' });
    expect(text.replace(/ +/g, ' ')).toBe('Open to all, again. Order QX40-771.\n\nPower 10^6.');
    expect(warnings.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^Hidden text of the document was left out: .* include_hidden: 3$/),
    ]);
  });

  it('has hidden text where it is wanted, but never what is deleted', async () => {
    const bytes = new TextEncoder().encode(rtf);
    const { text, warnings } = await new FileExtraction(defaultLimits, { includesHidden: true }).run({ bytes });
    for (const word of ['one', 'two', 'three', 'bold', 'QX40-771']) expect(text).toContain(word);
    expect(text).not.toContain('gone');
    expect(warnings).toEqual([]);
  });
});
