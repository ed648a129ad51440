import { doorsOf } from '../core/door';
import { searchOperations } from './operations';

const doors = searchOperations.flatMap(doorsOf);
const of = (credential: string) =>
  doors.filter(({ policy }) => policy?.credentials.some((one) => one === credential)).map(({ door }) => door);

describe('operations of the search service', () => {
  it('have names of their own, which begin with the service', () => {
    const names = [...searchOperations.map(({ name }) => name), ...doors.map(({ door }) => door)];
    expect(names.filter((name) => !/^search(\.[a-z0-9-]+){1,2}$/.test(name))).toEqual([]);
    const own = doors.map(({ door }) => door);
    expect(own.filter((door, index) => own.indexOf(door) !== index)).toEqual([]);
  });

  it('let a temporal key with groups ask, and do nothing else', () => {
    expect(of('temporal')).toEqual(['search.ask.knowledge-box', 'search.ask.resource']);
  });

  it('let guests of a published box search and ask, and not see who asked what', () => {
    const guests = of('none').filter((door) => door !== 'search.activity.file');
    expect(guests.filter((door) => /activity|remi|feedback|trace|replay|summarize/.test(door))).toEqual([]);
    expect(guests.sort()).toEqual([
      'search.ask.knowledge-box',
      'search.ask.resource',
      'search.augment',
      'search.find.get',
      'search.find.post',
      'search.graph.nodes',
      'search.graph.paths',
      'search.graph.relations',
      'search.hydrate',
      'search.resource.search',
      'search.retrieve',
      'search.search.get',
      'search.search.post',
      'search.suggest.get',
      'search.suggest.post',
    ]);
  });

  it('let NUA keys collect feedback, and nothing else', () => {
    expect(of('nua')).toEqual(['search.feedback.export', 'search.feedback.export-month']);
  });

  it('change nothing but feedback, downloads and evaluations, so that a full disk refuses only those', () => {
    const adding = searchOperations.filter(({ fails }) => fails?.storage_full !== undefined);
    expect(adding.map(({ name }) => name)).toEqual([
      'search.activity.download',
      'search.evaluation-set.add-questions',
      'search.evaluation-set.change',
      'search.evaluation-set.create',
      'search.evaluation-set.replace-question',
      'search.evaluation-run.start',
    ]);
  });

  it('that search wait in lanes, by what they cost', () => {
    const inLane = (wanted: string) => searchOperations.filter(({ lane }) => lane === wanted).map(({ name }) => name);
    expect(inLane('ask')).toEqual(['search.ask.knowledge-box', 'search.summarize']);
    expect(inLane('suggest')).toEqual(['search.suggest.post']);
    expect(inLane('search')).toHaveLength(10);
    const unlimited = searchOperations.filter(({ feature, lane }) => feature !== undefined && lane === undefined);
    // It only adds a task.
    expect(unlimited.map(({ name }) => name)).toEqual(['search.evaluation-run.start']);
  });

  it('are all on the host of the zone', () => {
    expect(doors.filter(({ http }) => http?.host !== 'zone').map(({ door }) => door)).toEqual([]);
  });
});
