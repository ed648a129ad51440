import { IsInt, IsOptional, IsString } from 'class-validator';
import { NotesGiven, RefuseUnknown } from './decorators';
import { refusals } from './refused.fixture';
import { validate, validateInput } from './validate';

@NotesGiven('preset')
@RefuseUnknown()
class Request {
  @IsInt() size: number = 20;
  @IsOptional() @IsString() title?: string | null;
  @IsOptional() @IsString() preset?: string | null;
}

class LongRequest extends Request {
  @IsInt() page: number = 0;
}

describe('the names of members that were sent', () => {
  it('are noted where the request has the member that needs them', () => {
    expect(validate(Request, { preset: 'a', title: null })).toEqual({
      size: 20,
      title: null,
      preset: 'a',
      given: ['title', 'preset'],
    });
    expect(validate(LongRequest, { preset: 'a', page: null, size: 20 })).toMatchObject({
      given: ['size', 'preset', 'page'],
    });
    expect(validateInput({ query: Request }, { query: { preset: 'a', size: '3' } }).query).toMatchObject({
      given: ['size', 'preset'],
    });
  });

  it.each([{}, { preset: null }, { preset: '' }])('are not noted for %j', (request) => {
    expect(validate(Request, request)).not.toHaveProperty('given');
  });

  it('are not taken from a request', () => {
    expect(refusals(Request, { preset: 'a', given: ['size'] })).toEqual([expect.stringContaining('given')]);
  });
});
