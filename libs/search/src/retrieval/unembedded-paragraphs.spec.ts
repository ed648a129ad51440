import { paragraphsOf } from './unembedded-paragraphs';

describe('paragraphs that are not in the vector index yet', () => {
  it('are those of fields that are not wholly embedded', () => {
    const found = paragraphsOf(['r1/t/a'], ['r1/t/a/0-9', 'r1/t/ab/0-9', 'r1/f/a/0-9', 'r2/t/a/0-9']);
    expect([...found]).toEqual(['r1/t/a/0-9']);
  });

  it('are titles and summaries as long as anything of their resource is', () => {
    const found = paragraphsOf(['r1/t/a'], ['r1/a/title/0-9', 'r1/a/summary/0-9', 'r2/a/title/0-9']);
    expect([...found]).toEqual(['r1/a/title/0-9', 'r1/a/summary/0-9']);
  });
});
