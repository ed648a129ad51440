import 'reflect-metadata';
import { getMetadataStorage, IsEmail, IsString, MaxLength, NotContains, ValidateBy } from 'class-validator';
import { type Declared, ruleOf } from './foreign-rule';

class Contact {
  @IsString() @MaxLength(20) name!: string;
  @IsEmail() address!: string;
  @IsEmail({}, { each: true }) others!: string[];
  @NotContains('!', { message: '$property must not have $constraint1, as $value has' }) motto!: string;
  @ValidateBy({ name: 'isEven', validator: { validate: (value) => Number(value) % 2 === 0 } }) age!: number;
}

const declared: readonly Declared[] = getMetadataStorage().getTargetValidationMetadatas(Contact, '', true, false);
const rulesOf = (member: string) =>
  declared.filter(({ propertyName }) => propertyName === member).flatMap((one) => ruleOf(one) ?? []);
const saidOf = (member: string, value: unknown) => rulesOf(member).map((rule) => rule(value));

describe('a rule of a decorator', () => {
  it('is none where the decorator became part of a node', () => {
    expect(rulesOf('name')).toEqual([]);
  });

  it('says nothing of a right value, and its own words of a wrong one', () => {
    expect(saidOf('address', 'a@example.org')).toEqual([undefined]);
    expect(saidOf('address', 'a')).toEqual(['address must be an email']);
    expect(saidOf('address', ['a@example.org'])).toEqual(['address must be an email']);
  });

  it('holds for each item of a list where it says so', () => {
    expect(saidOf('others', ['a@example.org', 'b@example.org'])).toEqual([undefined]);
    expect(saidOf('others', ['a@example.org', 'b'])).toEqual(['each value in others must be an email']);
    expect(saidOf('others', [])).toEqual([undefined]);
  });

  it('fills in what the message names', () => {
    expect(saidOf('motto', 'on!')).toEqual(['motto must not have !, as on! has']);
  });

  it('says something where it has no words', () => {
    expect(saidOf('age', 2)).toEqual([undefined]);
    expect(saidOf('age', 3)).toEqual(['is not valid']);
  });
});
