import { refuseUnknownModel } from './named-model';

describe('refuseUnknownModel', () => {
  const local = { id: 'local', contextTokensMax: 1_000, takesOtherModels: false };

  it('lets requests name the model that answers anyway', () => {
    expect(() => refuseUnknownModel('local', local)).not.toThrow();
  });

  it('refuses any other name, and says where it stands and which model there is', () => {
    expect(() => refuseUnknownModel('other', local)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: {
          detail: [
            expect.objectContaining({ loc: ['body', 'generative_model'], msg: expect.stringContaining('local') }),
          ],
        },
      }),
    );
  });

  it('leaves other names to a provider that has more models', () => {
    expect(() => refuseUnknownModel('other', { ...local, id: 'gpt', takesOtherModels: true })).not.toThrow();
  });
});
