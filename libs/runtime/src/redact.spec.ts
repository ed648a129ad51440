import { redacted } from './redact';

describe('redacted', () => {
  it('hides secret members at any depth and keeps the rest', () => {
    const line = JSON.stringify({
      msg: 'Asked',
      driver: { apiKey: 'sk-1', settings: { 'client-secret': 'a "quoted" one', region: 'north' } },
      headers: { authorization: 'Bearer abcdef', accept: 'text/html' },
      DATABASE_PASSWORD: 'p',
      tokens: 12,
    });
    expect(JSON.parse(redacted(line))).toEqual({
      msg: 'Asked',
      driver: { apiKey: '[redacted]', settings: { 'client-secret': '[redacted]', region: 'north' } },
      headers: { authorization: '[redacted]', accept: 'text/html' },
      DATABASE_PASSWORD: '[redacted]',
      tokens: 12,
    });
  });

  it('hides what opens doors in texts', () => {
    expect(redacted('sent Bearer abc.def-123= to postgresql://ada:pass@db:5432/x')).toBe(
      'sent Bearer [redacted] to postgresql://[redacted]@db:5432/x',
    );
    expect(redacted('token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln was refused')).toBe(
      'token [redacted] was refused',
    );
  });

  it('leaves ordinary lines alone', () => {
    const line = JSON.stringify({
      msg: 'Lectern listens on http://127.0.0.1:8080',
      mail: 'ada@example.org',
      basic: 'Basic idea',
    });
    expect(redacted(line)).toBe(line);
  });
});
