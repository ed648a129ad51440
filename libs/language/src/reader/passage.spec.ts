import { readPassage } from './passage';

const unitsOf = (text: string) =>
  readPassage({ key: 'k', text }, 'en').units.map(({ kind, shown }) => `${kind}: ${shown}`);

describe('readPassage', () => {
  it('takes prose apart into sentences, also where lines are wrapped', () => {
    expect(unitsOf('The moon pulls\nthe sea. Tides rise, e.g. at noon.\n\nThat is all.')).toEqual([
      'sentence: The moon pulls the sea.',
      'sentence: Tides rise, e.g. at noon.',
      'sentence: That is all.',
    ]);
  });

  it.each([
    ['| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Pro | |'],
    ['Plan | Price\n--- | ---\nBasic | $5\nPro | '],
    ['Plan\tPrice\nBasic\t$5\nPro\t'],
  ])('names the columns of a table in each row: %j', (text) => {
    expect(unitsOf(text)).toEqual(['row: Plan: Basic; Price: $5', 'row: Plan: Pro']);
  });

  it('takes the first row for a header only where it can be one', () => {
    expect(unitsOf('1 | 1\n7 | 49')).toEqual(['row: 1; 1', 'row: 7; 49']);
    expect(unitsOf('Country | 2019 | 2020\nPeru | 3 | 4')).toEqual(['row: Country: Peru; 2019: 3; 2020: 4']);
    expect(unitsOf('| 7 | 49 |\n|---|---|\n| 8 | 64 |')).toEqual(['row: 7: 8; 49: 64']);
  });

  it.each([
    ['1\n00:00:01,000 --> 00:00:03,000\nThe valve opens\n\n2\n00:04.000 --> 00:05.000\nThe pump starts'],
    ['The valve opens\nThe pump starts'],
  ])('parts the lines of subtitles, without their times: %j', (text) => {
    expect(unitsOf(text).map((unit) => unit.replace('heading', 'sentence'))).toEqual([
      'sentence: The valve opens',
      'sentence: The pump starts',
    ]);
  });

  it('parts the lines of heads of mails and of forms', () => {
    expect(unitsOf('From: Ann Lee\nTo: Bo Chen\nDate: Monday\n\nThe pump leaks.')).toEqual([
      'sentence: From: Ann Lee',
      'sentence: To: Bo Chen',
      'sentence: Date: Monday',
      'sentence: The pump leaks.',
    ]);
  });

  it('joins the lines of wrapped prose, also where the next one begins with a name', () => {
    const lines = [
      'A line of prose that was wrapped at some width, and then',
      'Newton goes on in the next line of it, until it',
      'ends.',
    ];
    expect(unitsOf(lines.join('\n'))).toEqual([`sentence: ${lines.join(' ')}`]);
  });

  it('knows marked headings and short lines that stand above a text', () => {
    expect(unitsOf('# Tides\nThey rise twice a day.\nWho studies them?\nOceanographers do.')).toEqual([
      'heading: Tides',
      'sentence: They rise twice a day.',
      'heading: Who studies them?',
      'sentence: Oceanographers do.',
    ]);
  });

  it('keeps a name of one line for a sentence where nothing follows', () => {
    expect(unitsOf('Tides')).toEqual(['sentence: Tides']);
  });

  it('remembers what a unit stands under: the heading, the columns, the question before it', () => {
    const { units } = readPassage(
      { key: 'k', text: '# Fees\n\nPlan | Price\nPro | $20\n\nIs it paid yearly? Yes.' },
      'en',
    );
    const settings = units.map(({ setting }) => setting.map(({ folded }) => folded).join(' '));
    expect(settings).toEqual(['', 'fees plan price', 'fees', 'fees is it paid yearly']);
  });

  it('tells items of a list, without their marks', () => {
    expect(unitsOf('You need:\n- flour\n2. water')).toEqual(['sentence: You need:', 'item: flour', 'item: water']);
  });
});
