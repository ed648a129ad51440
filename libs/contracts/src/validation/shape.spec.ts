import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsBoolean,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ForbidUnknown, Nullable, Together, Unsupported } from './decorators';
import { shapeOf } from './shape';

enum Color {
  red = 'RED',
  blue = 'BLUE',
}

class Part {
  @IsString() body!: string;
}

class Unlabelled {
  @ValidateNested() part: unknown;
}

@ForbidUnknown()
class Base {
  @IsString() id!: string;
}

@Together<Whole>(() => undefined)
class Whole extends Base {
  @Length(1, 5) @Matches(/a/) word!: string;
  @IsInt() @Min(1) @Max(9) size = 3;
  @IsNumber() @IsPositive() weight!: number;
  @IsOptional() @IsBoolean() isOpen?: boolean;
  @IsOptional() @IsString() label: string | null = null;
  @IsInt() @Nullable() page: number | null = 1;
  @IsString({ each: true }) @ArrayNotEmpty() @ArrayMaxSize(4) tags: string[] = [];
  @IsIn(['a', 'b'], { each: true }) kinds: string[] = ['a'];
  @IsEnum(Color) color!: Color;
  @IsUUID() owner!: string;
  @IsObject() extra: Record<string, unknown> = {};
  @ValidateNested() @Type(() => Part) part!: Part;
  @ValidateIf((_, value) => value !== '') @IsEmail() contact!: string;
  @Unsupported() strategy?: string;
}

const shape = shapeOf(Whole);
const memberOf = (name: string) => shape.members.find((member) => member.name === name);
const nodeOf = (name: string) => memberOf(name)?.node;

describe('the shape of a class', () => {
  it('is read once', () => {
    expect(shapeOf(Whole)).toBe(shape);
  });

  it('has the members of the class above and its rules', () => {
    expect(memberOf('id')).toMatchObject({ required: true, nullable: false, node: { kind: 'text' } });
    expect([shape.forbidsUnknown, shape.unknown.length, shape.objectRules.length]).toEqual([true, 1, 1]);
  });

  it('has limits of texts, numbers and lists', () => {
    expect(nodeOf('word')).toEqual({ kind: 'text', minLength: 1, maxLength: 5, patterns: [/a/] });
    expect(nodeOf('size')).toEqual({ kind: 'number', whole: true, ge: 1, le: 9 });
    expect(nodeOf('weight')).toEqual({ kind: 'number', whole: false, gt: 0 });
    expect(nodeOf('tags')).toEqual({ kind: 'list', item: { kind: 'text' }, min: 1, max: 4 });
  });

  it('has choices of a list and of an enum', () => {
    expect(nodeOf('kinds')).toEqual({ kind: 'list', item: { kind: 'choice', values: ['a', 'b'], miss: 'enum' } });
    expect(nodeOf('color')).toEqual({ kind: 'choice', values: ['RED', 'BLUE'], miss: 'enum' });
  });

  it('has nodes of decorators that say it all', () => {
    expect([nodeOf('isOpen')?.kind, nodeOf('owner')?.kind, nodeOf('extra')?.kind]).toEqual(['flag', 'uuid', 'map']);
  });

  it('has other decorators as rules', () => {
    expect(nodeOf('contact')).toMatchObject({ kind: 'ruled', rules: [expect.any(Function)] });
    const { condition } = memberOf('contact') ?? {};
    expect([condition?.({}, ''), condition?.({}, 'a')]).toEqual([false, true]);
  });

  it('requires what has neither a default nor `@IsOptional`', () => {
    const required = shape.members.filter((member) => member.required).map(({ name }) => name);
    expect(required.toSorted()).toEqual(['color', 'contact', 'id', 'owner', 'part', 'weight', 'word']);
  });

  it('takes null for what may be absent and has no default, or is nullable', () => {
    const nullable = shape.members.filter((member) => member.nullable).map(({ name }) => name);
    expect(nullable.toSorted()).toEqual(['isOpen', 'label', 'page']);
  });

  it('makes a fresh default for each request', () => {
    const [first, second] = [memberOf('tags')?.fallback?.(), memberOf('tags')?.fallback?.()];
    expect([first, memberOf('kinds')?.fallback?.(), memberOf('size')?.fallback?.()]).toEqual([[], ['a'], 3]);
    expect(first).not.toBe(second);
    expect(memberOf('kinds')?.fallback?.()).not.toBe(memberOf('kinds')?.fallback?.());
  });

  it('names what is not supported apart', () => {
    expect(shape.unsupported.map(({ name }) => name)).toEqual(['strategy']);
    expect(memberOf('strategy')).toBeUndefined();
  });

  it('cannot be read where nothing says of which class a member is', () => {
    expect(() => shapeOf(Unlabelled)).toThrow('Unlabelled.part is nested, but nothing says of which class');
  });
});
