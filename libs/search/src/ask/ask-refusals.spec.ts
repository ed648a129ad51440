import { validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import { refuseUnfit } from './ask-refusals';

const reader = { id: 'local', contextTokensMax: 1, takesOtherModels: false, vision: false, followsPrompts: false };
const seeing = { ...reader, id: 'seeing', vision: true, followsPrompts: true };
const query_image = { content_type: 'image/png', b64encoded: 'AAAA' };
const asked = (members: object) => validate(AskRequest, { query: 'q', ...members });

describe('a question for a model', () => {
  it.each([
    [{ reasoning: true }, 'the model local does not reason'],
    [{ reasoning: { effort: 'low', display: false } }, 'the model local does not reason'],
    [{ query_image }, 'the model local does not read images'],
  ])('is refused when the model would ignore a part of it: %j', (members, reason) => {
    expect(() => refuseUnfit(asked(members), reader)).toThrow(reason);
    expect(() => refuseUnfit(asked(members), seeing)).not.toThrow();
  });

  it.each([[{}], [{ reasoning: false }], [{ reasoning: { effort: 'none' } }]])('is asked otherwise: %j', (members) => {
    expect(() => refuseUnfit(asked(members), reader)).not.toThrow();
  });
});
