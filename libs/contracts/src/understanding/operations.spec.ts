import { doorsOf } from '../core/door';
import { understandingOperations } from './operations';

const doors = understandingOperations.flatMap(doorsOf);

describe('operations of the understanding service', () => {
  it('have names of their own, which begin with the service', () => {
    const names = [...understandingOperations.map(({ name }) => name), ...doors.map(({ door }) => door)];
    expect(names.filter((name) => !/^understanding(\.[a-z0-9-]+){2}$/.test(name))).toEqual([]);
    const own = doors.map(({ door }) => door);
    expect(own.filter((door, index) => own.indexOf(door) !== index)).toEqual([]);
  });

  it('are all on the host of the zone', () => {
    expect(doors.filter(({ http }) => http?.host !== 'zone').map(({ door }) => door)).toEqual([]);
  });

  it('let NUA keys in at every path that is not below a knowledge box or for users of an account', () => {
    const others = doors.filter(({ http, policy }) => {
      const [path = ''] = [http?.path ?? []].flat();
      return !/\/(kb|account)\//.test(path) && !policy?.credentials.includes('nua');
    });
    expect(others.map(({ door }) => door)).toEqual([
      'understanding.sealed-keys.list',
      'understanding.sealed-keys.reseal',
      'understanding.processing.tus-options',
      'understanding.processing.tus-upload-options',
      'understanding.learning-schema.get-self-hosted',
    ]);
  });

  it('let a NUA key into a knowledge box for tasks and their reports only', () => {
    const withKeys = doors.filter(({ http, policy }) => {
      const [path = ''] = [http?.path ?? []].flat();
      return path.startsWith('/api/v1/kb/') && policy?.credentials.includes('nua');
    });
    expect(withKeys.length).toBe(12);
    expect(withKeys.filter(({ door }) => !/^understanding\.(agent-task|task-asset)\./.test(door))).toEqual([]);
  });

  it('take a NUA key as a bearer token below compat only', () => {
    const bearers = doors.filter(({ policy }) => policy?.bearer === 'nua').map(({ http }) => http?.path);
    expect(bearers.sort()).toEqual([
      '/api/v1/predict/compat/chat/completions',
      '/api/v1/predict/compat/embeddings',
      '/api/v1/predict/compat/models',
      '/api/v1/predict/compat/models/{model_id*}',
    ]);
  });

  it('take ephemeral tokens for predictions of readers only', () => {
    const taking = doors.filter(({ policy }) => policy?.credentials.includes('eph')).map(({ door }) => door);
    expect(taking.filter((door) => !door.startsWith('understanding.proxy.'))).toEqual([]);
    expect(taking.length).toBeGreaterThan(6);
  });

  it('are blocked with generating where they write text for callers', () => {
    const generating = understandingOperations.filter(({ feature }) => feature === 'generative');
    expect(generating.map(({ name }) => name.replace('understanding.', '')).sort()).toEqual([
      'agent-task.restart',
      'agent-task.start',
      'agents.run-on-resource',
      'dataset-task.start',
      'predict.chat',
      'predict.chat-completion',
      'predict.guardrail',
      'predict.remi',
      'predict.rephrase',
      'predict.run-agents',
      'predict.run-agents-text',
      'predict.summarize',
      'proxy.chat',
    ]);
  });
});
