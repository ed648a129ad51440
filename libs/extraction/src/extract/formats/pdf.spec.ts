import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const fixture = (name: string) => new Uint8Array(readFileSync(join(__dirname, '../../fixtures', name)));

describe('a PDF', () => {
  it('gives headings, paragraphs and tables with their pages', async () => {
    const document = await read(fixture('guide.pdf'));
    expect(blocksOf(document)).toEqual([
      'heading 1: Pump maintenance guide',
      'heading 1: Daily checks',
      'paragraph: Every morning the operator on duty reads the pressure gauge of each pump and writes the value into the log. A value above ' +
        '6.5 bar means that the outlet is blocked. In that case the pump is stopped at once and the site manager is called.',
      'heading 1: Service dates',
      'paragraph: The table lists all pumps of the harbour with their flow and the date of the last service.',
      'table: Pump: North basin | Flow (l/s): 42 | Last service: 2024-03-11\nPump: Mill pond | Flow (l/s): 17 | Last service: 2024-05-02\n' +
        'Pump: Quay | Flow (l/s): 58 | Last service: 2023-11-20\nPump: Old lock | Flow (l/s): 9 | Last service: 2024-01-15',
      'heading 1: Emergency stop',
      'paragraph: The red lever beside the door of the control room stops all pumps. It is tested on the first Monday of every month.',
    ]);
    expect(document.blocks.map(({ page }) => page)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect(document.properties).toMatchObject({ title: 'Pump maintenance guide' });
  });

  it('is read column by column, with divided words put together and without heads and feet', async () => {
    const { text } = await read(fixture('columns.pdf'));
    expect(text).toContain('The harbour council has decided to replace the gate of');
    expect(text.indexOf('The council thanks all crews')).toBeLessThan(text.indexOf('Visitors find the museum'));
    expect(text).not.toContain('Harbour bulletin, issue 12');
    expect(text).not.toMatch(/Page \d/);
    expect(text.match(/News of the port, part \d/g)).toHaveLength(3);
  });

  it('behind a password opens with it, and says what is missing without', async () => {
    const bytes = fixture('guide-encrypted.pdf');
    expect((await read(bytes, { password: 'open sesame' })).text).toContain('pressure gauge');
    await expect(read(bytes)).rejects.toThrow('The PDF is encrypted and no password was given');
    await expect(read(bytes, { password: 'wrong' })).rejects.toThrow('the password that was given does not open it');
  });

  it('of pictures only is empty with a warning', async () => {
    const document = await read(fixture('scan.pdf'));
    expect(document.text).toBe('');
    expect(document.warnings).toEqual([
      expect.objectContaining({ severity: 'WARNING', code: 1, body: expect.stringContaining('No page has text') }),
    ]);
  });

  it('that is damaged is an error', async () => {
    await expect(read('%PDF-1.7\nnothing of it is true')).rejects.toThrow(/The PDF is damaged/);
    const half = fixture('guide.pdf').subarray(0, 900);
    await expect(read(half).then(({ text }) => text)).rejects.toThrow(/damaged/);
  });
});
