import { operation } from '../../core/operation';
import { OwnedConfiguration } from '../configuration/configuration.dto';
import { BoxStrategies, StoredBoxStrategy, StrategyToStore } from './box-strategy.dto';

const STRATEGY_DEADLINE_MS = 10_000;

/** Reads what a file of the box keeps. */
export const readBoxStrategies = operation({
  name: 'understanding.box-strategy.read',
  summary: 'Read the strategies of a knowledge box',
  body: OwnedConfiguration,
  answer: BoxStrategies,
  deadlineMs: STRATEGY_DEADLINE_MS,
});

/**
 * Stores a strategy of a file under its id, unless the box has one of that id. Models are not checked: fields that are
 * processed with it get a warning where they are missing. Safe to repeat.
 *
 * @throws AppError `invalid_request`, `quota_exceeded`
 */
export const storeBoxStrategy = operation({
  name: 'understanding.box-strategy.store',
  summary: 'Store a strategy of an imported knowledge box',
  body: StrategyToStore,
  answer: StoredBoxStrategy,
  deadlineMs: STRATEGY_DEADLINE_MS,
});
