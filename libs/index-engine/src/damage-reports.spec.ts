import { absence, type DamageReport, DamageReports } from './damage-reports';

const damage = (kbid: string): DamageReport => ({ kbid, reason: 'torn', absent: false });

describe('reports of damage', () => {
  let heard: string[];
  let reports: DamageReports;

  beforeEach(() => {
    heard = [];
    reports = new DamageReports();
    reports.listen(({ kbid, reason }) => heard.push(`${kbid}: ${reason}`));
  });

  it('are passed on once for each box and kind', () => {
    for (const report of [damage('a'), damage('a'), absence('a'), damage('b'), absence('a')]) reports.report(report);
    expect(heard).toEqual(['a: torn', 'a: there is none', 'b: torn']);
  });

  it('are passed on again after the box was dropped', () => {
    reports.report(damage('a'));
    reports.report(damage('b'));
    reports.invalidate('a');
    reports.report(damage('a'));
    reports.report(damage('b'));
    expect(heard).toEqual(['a: torn', 'b: torn', 'a: torn']);
  });

  it('that nobody hears do not count as passed on', () => {
    const unheard = new DamageReports();
    unheard.report(damage('a'));
    unheard.listen(({ kbid }) => heard.push(kbid));
    unheard.report(damage('a'));
    expect(heard).toEqual(['a']);
  });
});
