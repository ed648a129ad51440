import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { Literal, Nested } from '../../validation/decorators';
import { DRIVER_NAME_CHARS_MAX, DriverSettings, SecretText, TakesUrl } from '../driver-members/driver-members.dto';
import { IsAddress } from '../driver-secrets';

/** Access to the search of Google. */
export class GoogleConfig {
  /** Key of the API. Secret. */
  @IsOptional() @SecretText() api_key?: string | null;
  /** Service account, as JSON text. Secret. */
  @IsOptional() @SecretText() credentials?: string | null;
  /** Whether Vertex AI is used. */
  @IsBoolean() vertexai: boolean = false;
  /** Project of the service account. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) project?: string | null;
  /** Region of Vertex AI. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) location?: string | null;
}

/** Access to a service by one key. */
export class KeyConfig {
  /** Key of the service. Secret. */
  @SecretText() key!: string;
}

/** Access to the search of Brave. */
export class BraveConfig extends KeyConfig {
  /** Address of the API; that of the provider when absent. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() endpoint?: string | null;
}

/** A driver of Google. */
export class GoogleDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('google') provider!: 'google';
  /** Access to it. */
  @Nested(() => GoogleConfig) config!: GoogleConfig;
}

/** A driver of Perplexity. */
export class PerplexityDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('perplexity') provider!: 'perplexity';
  /** Access to it. */
  @Nested(() => KeyConfig) config!: KeyConfig;
}

/** A driver of Brave. */
export class BraveDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('brave') provider!: 'brave';
  /** Access to it. */
  @Nested(() => BraveConfig) config!: BraveConfig;
}

/** A driver of Tavily. */
export class TavilyDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('tavily') provider!: 'tavily';
  /** Access to it. */
  @Nested(() => KeyConfig) config!: KeyConfig;
}

/** A driver of the guardrails of Alinia. */
export class AliniaDriver extends DriverSettings {
  /** Kind of service. */
  @Literal('alinia') provider!: 'alinia';
  /** Access to it. */
  @Nested(() => KeyConfig) config!: KeyConfig;
}
