import { readFileSync } from 'node:fs';
import { ConfigError } from '@lectern/config';
import { ForbidUnknown, ListOf, Nested, validate } from '@lectern/contracts/core';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { type ReadableKind, readableKinds } from '../generator';
import { drivers } from './drivers';
import type { CatalogueModel, CatalogueProvider, Prices } from './catalogue-model';
import type { CatalogueAdditions } from './provider-catalogue';

const ENTRIES_MAX = 1_000;
const TOKENS_MAX = 100_000_000;
const TITLE_CHARS_MAX = 250;
const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;
const PROVIDER_ID = /^[a-z0-9_]{1,64}$/;

@ForbidUnknown()
class FilePrices implements Prices {
  @IsNumber() @Min(0) input!: number;
  @IsNumber() @Min(0) output!: number;
}

@ForbidUnknown()
class FileProvider {
  @IsString() @Matches(PROVIDER_ID) id!: string;
  @IsString() @MaxLength(TITLE_CHARS_MAX) title!: string;
  @IsIn(Object.keys(drivers)) driver!: keyof typeof drivers;
  @IsOptional() @IsString() @Matches(/^https?:\/\/\S+$/) baseUrl?: string;
}

@ForbidUnknown()
class FileModel {
  @IsString() @Matches(ID) id!: string;
  @IsString() @Matches(PROVIDER_ID) provider!: string;
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) name?: string;
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string;
  @IsInt() @Min(256) @Max(TOKENS_MAX) contextTokensMax!: number;
  @IsOptional() @IsInt() @Min(1) @Max(TOKENS_MAX) outputTokensMax?: number;
  @IsBoolean() vision = false;
  @IsArray() @IsIn(readableKinds, { each: true }) reads: ReadableKind[] = [];
  @IsBoolean() draws = false;
  @IsBoolean() tools = false;
  @IsBoolean() reasoning = false;
  @IsOptional() @Nested(() => FilePrices) prices?: FilePrices;
}

/** An operator's file of providers and models. */
@ForbidUnknown()
class CatalogueFile {
  @ListOf(() => FileProvider, { max: ENTRIES_MAX }) providers: FileProvider[] = [];
  @ListOf(() => FileModel, { max: ENTRIES_MAX }) models: FileModel[] = [];
}

/**
 * The file's additions and replacements.
 *
 * @param known built-in providers
 * @throws ConfigError when it cannot be read, or is invalid
 */
export function catalogueFile(path: string, known: readonly CatalogueProvider[]): CatalogueAdditions {
  try {
    const file = validate(CatalogueFile, JSON.parse(readFileSync(path, 'utf8')));
    const providers = file.providers.map((provider) => providerOf(provider, known));
    const ids = new Set([...known, ...providers].map(({ id }) => id));
    const lost = file.models.find(({ provider }) => !ids.has(provider));
    if (lost) throw new Error(`the model ${lost.id} names the provider ${lost.provider}, which is not there`);
    return { providers, models: file.models.map(modelOf) };
  } catch (error) {
    throw new ConfigError([`PROVIDER_CATALOGUE ${path}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** A built-in provider keeps its required keys; others are servers, whose address is in the file. */
function providerOf(given: FileProvider, known: readonly CatalogueProvider[]): CatalogueProvider {
  const own = known.find(({ id }) => id === given.id);
  if (!own && given.baseUrl === undefined) throw new Error(`the provider ${given.id} needs a baseUrl`);
  const keyMember = given.driver === 'google' ? 'gemini_key' : 'key';
  return { needs: given.driver === 'openai_compat' ? [] : [keyMember], ...own, ...given };
}

function modelOf({ name, title, outputTokensMax, ...model }: FileModel): CatalogueModel {
  return {
    ...model,
    name: name ?? model.id,
    title: title ?? model.id,
    outputTokensMax: outputTokensMax ?? model.contextTokensMax,
  };
}
