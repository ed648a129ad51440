import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type {
  AgentFindings,
  GeneratedKeyValues,
  GeneratedText,
} from '../../knowledge-box/augmentation/augmentation.dto';
import type { FieldMetadata } from '../../knowledge-box/extracted-data/extracted-data.dto';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import type { Relation } from '../../knowledge-box/relation/relation.dto';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { type AgentOperationType, agentOperationTypes } from '../agent-operation/agent-operation.dto';
import { USER_CHARS_MAX } from '../../prediction/prediction.dto';

/** Fields or texts of one request. */
export const AGENT_TEXTS_MAX = 20;
/** Characters of metadata in Base64. */
const METADATA_CHARS_MAX = 4_194_304;
const FILTERS_MAX = 100;
const NAMES_MAX = 1_000;
const FIELD_NAME = /^(?:[0-9a-fA-F-]{32,36}\/)?[acfktu]\/[a-zA-Z0-9:_-]{1,250}$/;
const names = { max: NAMES_MAX };
const name = text({ maxLength: 250 });
const types = [...agentOperationTypes, 'llama_guard'] as const;

/** Which agents of a type run. */
export class AgentsFilter {
  /** Their type of work; `llama_guard` is another name of `llm_guard`. */
  @IsIn(types) operation_type!: AgentOperationType | 'llama_guard';
  /** Names of their parameters or of their tasks; all when empty. */
  @ListOf(name, names) task_names: string[] = [];
}

/** The same, as knowledge boxes are asked. */
export class BoxAgentsFilter {
  /** Their type of work; `llama_guard` is another name of `llm_guard`. */
  @IsIn(types) type!: AgentOperationType | 'llama_guard';
  /** Names of their parameters or of their tasks; all when empty. */
  @ListOf(name, names) task_names: string[] = [];
}

/** A field as a client has it. */
export class AgentField {
  /** The text. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) text!: string;
  /** `FieldMetadata` message in Base64. */
  @IsString() @MaxLength(METADATA_CHARS_MAX) metadata!: string;
  /** `{letter}/{id}`, optionally preceded by the id of its resource. Results have it as their key. */
  @IsString() @Matches(FIELD_NAME) field_id!: string;
}

/** Fields that agents run over. Unknown members are ignored. */
export class RunAgentsPayload {
  /** At most 20. */
  @ListOf(() => AgentField, { max: AGENT_TEXTS_MAX }) fields!: AgentField[];
  /** Who asks. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id: string = 'system';
  /** Ids of tasks for new resources; all that are enabled when empty. */
  @ListOf(name, names) agent_ids: string[] = [];
  /** An agent runs when one of them admits it; all when absent. */
  @IsOptional() @ListOf(() => AgentsFilter, { max: FILTERS_MAX }) filters?: AgentsFilter[] | null;
}

/** Which agents run over a resource. Unknown members are ignored. */
export class RunBoxAgentsPayload {
  /** Ids of tasks for new resources; all that are enabled when empty. */
  @IsOptional() @ListOf(name, names) agent_ids?: string[] | null;
  /** An agent runs when one of them admits it; all when absent. */
  @IsOptional() @ListOf(() => BoxAgentsFilter, { max: FILTERS_MAX }) filters?: BoxAgentsFilter[] | null;
}

/** Texts that agents run over. Unknown members are ignored. */
export class RunAgentsTextPayload {
  /** At most 20. */
  @ListOf(text({ maxLength: TEXT_CHARS_MAX }), { max: AGENT_TEXTS_MAX }) texts!: string[];
  /** Who asks. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id: string = 'system';
  /** Ids of tasks for new resources; all that are enabled when empty. */
  @ListOf(name, names) agent_ids: string[] = [];
  /** An agent runs when one of them admits it; all when absent. */
  @IsOptional() @ListOf(() => AgentsFilter, { max: FILTERS_MAX }) filters?: AgentsFilter[] | null;
}

/** Consumption of a model by agents. */
interface AgentUse {
  /** Thousands of tokens that were read. */
  readonly input_svc_tokens: number;
  /** Thousands of tokens that were written. */
  readonly output_svc_tokens: number;
  /** Seconds that it took. */
  readonly time: number;
}

/** Results of agents for a field. */
export interface AgentFieldResult extends AgentUse {
  /** `FieldMetadata` message in Base64: the metadata that was sent, with the findings of the agents. */
  readonly metadata: string;
  /** Their other results. */
  readonly applied_data_augmentation: {
    /** `QuestionAnswers` message in Base64; null without any. */
    readonly qas: string | null;
    /** New text fields. */
    readonly new_text_fields: readonly {
      /** `FieldText` message in Base64. */
      readonly text_field: string;
      /** Second part of its id. */
      readonly destination: string;
    }[];
    /** Whether an agent found something. */
    readonly changed: boolean;
  };
}

/** Results of agents for fields. */
export class AgentsResults {
  /** By `field_id`. */
  results!: Readonly<Record<string, AgentFieldResult>>;
}

/** A question or an answer. */
interface GeneratedStatement {
  /** The question or the answer. */
  readonly text: string;
  /** Ids of the paragraphs that it comes from. */
  readonly ids_paragraphs: readonly string[];
}

/** Results of agents for a field of a resource. */
export interface BoxAgentFieldResult extends AgentUse {
  /** Results of processing and of the agents. */
  readonly metadata: FieldMetadata;
  /** Their other results. */
  readonly applied_data_augmentation: {
    /** Questions and answers; absent without any. */
    readonly qas?: {
      /** One for each question. */
      readonly question_answer: readonly {
        /** The question. */
        readonly question: GeneratedStatement;
        /** Its answers. */
        readonly answers: readonly (GeneratedStatement & {
          /** Why it is the answer. */
          readonly reason: string;
        })[];
      }[];
    };
    /** New text fields. */
    readonly new_text_fields: readonly {
      /** The text. */
      readonly text_field: Omit<GeneratedText, 'destination'> & {
        /** MD5 of the text in UTF-8, 32 hex digits. */
        readonly md5: string;
      };
      /** Second part of its id. */
      readonly destination: string;
    }[];
    /** Key-value fields to fill; absent without any. */
    readonly new_key_value_fields?: readonly {
      /** Id of the schema and of the field. */
      readonly schema_id: string;
      /** Values by the keys of the schema. */
      readonly data: GeneratedKeyValues['data'];
    }[];
    /** Whether an agent found something. */
    readonly changed: boolean;
  };
}

/** Results of agents for the fields of a resource. */
export class BoxAgentsResults {
  /** By `{letter}/{id}` of the field. */
  results!: Readonly<Record<string, BoxAgentFieldResult>>;
}

/** Findings of one agent in a text. Kinds of findings that it does not have are null. */
export interface AgentTextFindings {
  /** Entities. */
  readonly entities:
    | readonly {
        /** Types by names. */
        readonly labels: Readonly<Record<string, string>>;
      }[]
    | null;
  /** Relations between them. */
  readonly relations:
    | readonly {
        /** Each from one entity to another. */
        readonly relations: readonly Relation[];
      }[]
    | null;
  /** Labels. */
  readonly labels:
    | readonly {
        /** Each as `labelset/label`. */
        readonly labels: readonly string[];
      }[]
    | null;
  /** Answers to its question. */
  readonly asks:
    | readonly {
        /** Whether the model wrote nothing. */
        readonly empty: boolean;
        /** The answer. */
        readonly text: string;
        /**
         * The same as an object where the agent has a schema; else null.
         *
         * @asType object
         */
        readonly json_output: unknown;
      }[]
    | null;
  /** Questions and answers. */
  readonly qas: AgentFindings['questions'] | null;
}

/** Results of agents for texts. */
export class AgentTextResults {
  /** In the order of the texts. */
  results!: readonly (AgentUse & {
    /** One for each agent. */
    readonly payloads: readonly AgentTextFindings[];
  })[];
}
