import { faults, routesOf } from '../../validation/requests.fixture';
import { readSignUp, signUp, startSignUp } from './sign-up.operations';

const person = { name: 'Ada', email: 'ada@acme.example', password: 'Tides-of-1837' };

describe('sign-up', () => {
  it('is open to anyone, as far as the deployment lets them', () => {
    expect(routesOf(signUp, startSignUp, readSignUp)).toEqual({
      'POST /api/auth/signup': '200 json; any of nothing; none',
      'POST /api/auth/signup/start': '302 redirect; any of nothing; none',
      'GET /api/auth/signup/info': '200 json; any of nothing; none',
    });
  });

  it('takes a person, or a password for one who started before', () => {
    expect(faults(signUp, { body: person })).toEqual([]);
    expect(faults(signUp, { body: { password: person.password, login_challenge: 'c' } })).toEqual([]);
  });

  it.each(['ada', 'ada@', '@acme.example', 'a da@acme.example', 'ada@acme..example', 'ada@acme.example\r\nBcc: x@y.z'])(
    'takes no %j for a mail address',
    (email) => {
      expect(faults(signUp, { body: { ...person, email } })).toEqual([expect.stringMatching(/^body\.email: /)]);
    },
  );

  it('starts with what an app knows', () => {
    const body = { app: 'https://kb.example', email: person.email, fullname: 'Ada', company: 'Acme' };
    expect(faults(startSignUp, { body: { ...body, workflow: 'cowork' } })).toEqual([]);
    expect(faults(startSignUp, { body: { ...body, workflow: 'other' } })).toEqual([
      expect.stringMatching(/^body\.workflow: Input should be 'classic' or 'cowork'/),
    ]);
  });
});
