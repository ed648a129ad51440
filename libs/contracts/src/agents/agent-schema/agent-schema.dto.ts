import type { ModuleKind } from '../module/module.dto';

/** JSON Schema, draft 2020-12. */
export type ConfigSchema = Readonly<Record<string, unknown>>;

/** A kind of driver. */
export interface DriverTypeDescription {
  /** As in `provider` of its drivers. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** What its drivers connect to. */
  readonly description: string;
  /** Schema of the whole driver, with hints for forms: `title`, `widget`, `show_in_node`. */
  readonly config_schema: ConfigSchema;
}

/** A type of module. */
export interface ModuleTypeDescription {
  /** As in `module` of its configuration. */
  readonly id: string;
  /** Its kind. */
  readonly agent_type: ModuleKind;
  /** For people. */
  readonly title: string;
  /** What it does. */
  readonly description: string;
  /** Schema of its configuration, with hints for forms: `title`, `widget`, `show_in_node`. */
  readonly config_schema: ConfigSchema;
}

/** Types of modules of one kind by name. */
export type ModuleTypesByName = Readonly<Record<string, ModuleTypeDescription>>;

/** Types of modules by kind. */
export interface ModuleTypesByKind {
  /** Those that prepare the question. */
  readonly preprocess: ModuleTypesByName;
  /** Those that find context. */
  readonly context: ModuleTypesByName;
  /** Those that answer. */
  readonly generation: ModuleTypesByName;
  /** Those that check or use the answer. */
  readonly postprocess: ModuleTypesByName;
}

/** What agents can be made of. */
export class AgentSchema {
  /** Types of modules by name, by kind. */
  agents!: ModuleTypesByKind;
  /** Kinds of drivers by provider. */
  drivers!: Readonly<Record<string, DriverTypeDescription>>;
}

/** The configuration of an agent as one schema. */
export class FullAgentSchema {
  /** Of an object with the modules of each kind, rules and drivers. */
  schema!: ConfigSchema;
}
