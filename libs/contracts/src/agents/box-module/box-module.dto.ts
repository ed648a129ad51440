import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { CONFIGURATION_NAME_CHARS_MAX } from '../../knowledge-box/limits';
import { Literal } from '../../validation/decorators';
import {
  boxFunctions,
  ContextMembers,
  contextTable,
  PublishedFunctions,
  Sources,
} from '../context-members/context-members.dto';
import { type ModelName, TakesModel } from '../module/module.dto';

/** Asks knowledge boxes. */
@contextTable.entry('basic_ask')
export class BasicAskConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('basic_ask') module!: 'basic_ask';
  /** Identifiers of drivers of knowledge boxes, all of which are asked. */
  @Sources() sources: string[] = [];
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(boxFunctions) published_functions: string[] = [...boxFunctions];
}

/** Asks what connections brought into knowledge boxes: documents whose `origin.source_id` is one of theirs. */
@contextTable.entry('sync')
export class SyncModuleConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('sync') module!: 'sync';
  /** Identifiers of `sync` drivers, all of which are asked. */
  @Sources() sources: string[] = [];
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(boxFunctions) published_functions: string[] = [...boxFunctions];
}

/** Asks knowledge boxes with a stored configuration. */
@contextTable.entry('kbdb_agent')
export class KbdbAgentConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('kbdb_agent') module!: 'kbdb_agent';
  /** Name of a search configuration of the boxes, of the kind `ask`. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_config?: string | null;
  /** Identifiers of drivers of knowledge boxes, all of which are asked. */
  @Sources() sources: string[] = [];
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
  /** Whether each box answers; otherwise it only searches. */
  @IsBoolean() generate_inner_answer: boolean = true;
  /** Functions that `smart` may call. */
  @PublishedFunctions(boxFunctions) published_functions: string[] = [...boxFunctions];
}
