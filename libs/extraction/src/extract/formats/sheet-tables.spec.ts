import { utils, type WorkSheet, write } from '@e965/xlsx';
import { blocksOf, read } from '../../fixtures/reading.fixture';

type Rows = readonly (readonly (string | number | null)[])[];

async function blocks(rows: Rows, merges: readonly string[] = []) {
  const sheet: WorkSheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  const bytes = write(utils.book_new(sheet, 'A'), { type: 'array', bookType: 'xlsx' });
  return blocksOf(await read(new Uint8Array(bytes))).slice(1);
}

describe('names of columns in several rows', () => {
  const rows: Rows = [
    ['Traffic of the port', null, null, null, null],
    ['Month', 'Ships', null, 'Boats', null],
    [null, 'In', 'Out', 'In', 'Out'],
    ['May', 11, 12, 13, 14],
    ['June', 21, 22, 23, 24],
  ];
  const named = [
    'paragraph: Traffic of the port',
    'table: Month: May | Ships In: 11 | Ships Out: 12 | Boats In: 13 | Boats Out: 14\n' +
      'Month: June | Ships In: 21 | Ships Out: 22 | Boats In: 23 | Boats Out: 24',
  ];

  it('are one name, where cells are merged over others', async () => {
    expect(await blocks(rows, ['A1:E1', 'A2:A3', 'B2:C2', 'D2:E2'])).toEqual(named);
  });

  it('and where they are not, but the names below are there more than once', async () => {
    expect(await blocks(rows)).toEqual(named);
  });

  it('in three rows, with years', async () => {
    const levels: Rows = [
      ['Month', 'Ships', null, null, null],
      [null, 2024, null, 2025, null],
      [null, 'In', 'Out', 'In', 'Out'],
      ['May', 11, 12, 13, 14],
    ];
    expect(await blocks(levels, ['A1:A3', 'B1:E1', 'B2:C2', 'D2:E2'])).toEqual([
      'table: Month: May | Ships 2024 In: 11 | Ships 2024 Out: 12 | Ships 2025 In: 13 | Ships 2025 Out: 14',
    ]);
  });

  it('are not made of rows of values under a merged cell', async () => {
    const merged: Rows = [
      ['Berth', 'Fee', null],
      ['A1', 20, 30],
      ['B2', 35, 45],
    ];
    expect(await blocks(merged, ['B1:C1'])).toEqual(['table: Berth: A1 | Fee: 20 | 30\nBerth: B2 | Fee: 35 | 45']);
  });
});

describe('values under names that reach over them', () => {
  it('are no names, merged or blank', async () => {
    const merged: Rows = [
      ['Pilot', 'Contact', null],
      ['Mo', 'mo@port.example', 'Kiel'],
      ['Di', 'di@port.example', 'Ulm'],
    ];
    expect((await blocks(merged, ['B1:C1'])).join()).toContain('Mo | mo@port.example | Kiel');
    const blank: Rows = [
      ['Pilot', null, 'Night'],
      ['Mo', 'yes', 'yes'],
      ['Di', 'no', 'no'],
    ];
    expect((await blocks(blank)).join()).toMatch(/Mo \| (\w+: )?yes/);
  });
});

describe('several tables on a sheet', () => {
  it('that stand beside each other are read one after the other', async () => {
    const rows: Rows = [
      ['Berth', 'Fee', null, 'Crane', 'Tons'],
      ['A1', 20, null, 'Old', 8],
      ['B2', 35, null, 'New', 12],
      ['C3', 40],
    ];
    expect(await blocks(rows)).toEqual([
      'table: Berth: A1 | Fee: 20\nBerth: B2 | Fee: 35\nBerth: C3 | Fee: 40',
      'table: Crane: Old | Tons: 8\nCrane: New | Tons: 12',
    ]);
  });

  it('but one table with a blank column stays one', async () => {
    const rows: Rows = [
      ['Berth', 'Dock', null, 'Summer', 'Winter'],
      ['A1', 'East', null, 20, 25],
      ['B2', 'West', null, 35, 45],
    ];
    expect(await blocks(rows)).toEqual([
      'table: Berth: A1 | Dock: East | Summer: 20 | Winter: 25\nBerth: B2 | Dock: West | Summer: 35 | Winter: 45',
    ]);
  });

  it('have their own names below each other, also where all they hold is words', async () => {
    const rows: Rows = [['Berth', 'Fee'], ['A1', 20], [null], [null], ['Pilot', 'Licence'], ['Mo', 'C'], ['Di', 'D']];
    expect(await blocks(rows)).toEqual([
      'table: Berth: A1 | Fee: 20',
      'table: Pilot: Mo | Licence: C\nPilot: Di | Licence: D',
    ]);
  });

  it('and labels beside their values are no names of columns', async () => {
    const rows: Rows = [
      ['Port:', 'Kiel'],
      ['Open:', 'always'],
      ['Owner:', 'the town'],
    ];
    expect(await blocks(rows)).toEqual(['table: Port: | Kiel\nOpen: | always\nOwner: | the town']);
  });
});
