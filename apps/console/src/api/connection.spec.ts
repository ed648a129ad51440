import { Connection } from './connection';

describe('the connection to the server', () => {
  it('is there until a request says otherwise', () => {
    const connection = new Connection();
    expect(connection.isAway()).toBe(false);
    connection.report(true);
    expect(connection.isAway()).toBe(true);
  });

  it('tells listeners of changes only, as long as they listen', () => {
    const connection = new Connection();
    const heard: boolean[] = [];
    const end = connection.subscribe(() => heard.push(connection.isAway()));
    for (const isAway of [false, true, true, false]) connection.report(isAway);
    end();
    connection.report(true);
    expect(heard).toEqual([true, false]);
  });
});
