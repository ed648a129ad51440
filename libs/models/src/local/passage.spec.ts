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
