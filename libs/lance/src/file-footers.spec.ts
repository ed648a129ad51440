import { footerProblem } from './file-footers';

describe('footers', () => {
  it('are not looked for in files that have none', () => {
    expect(footerProblem(Buffer.alloc(40, 0xff), 100)).toBeUndefined();
    expect(footerProblem(Buffer.from('short'), 5)).toBeUndefined();
  });

  it('name parts of a file that are in it', () => {
    const footer = Buffer.alloc(40);
    footer.write('LANC', 36, 'latin1');
    expect(footerProblem(footer, 40)).toBeUndefined();
    footer.writeUInt32LE(1, 28);
    expect(footerProblem(footer, 40)).toBe('its footer names parts that are outside of it');
    expect(footerProblem(footer, 56)).toBeUndefined();
  });
});
