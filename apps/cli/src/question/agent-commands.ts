import { interactWithAgent } from '@lectern/contracts/agents';
import { listAccountKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { accountOption, boxNamed, chosenAccount, jsonOption } from '../box/chosen-box';
import { oneLine } from '../box/kb-commands';
import type { Command } from '../command';
import { CommandError, exitCodes } from '../exit-code';
import { textOption } from '../program';
import { questionOf } from './ask-commands';

const frames = { error: 4 } as const;

export const listAgents: Command = {
  name: 'agents list',
  summary: 'list the retrieval agents of an account',
  details: ['Each is a line: id, slug, title.'],
  options: { ...accountOption, ...jsonOption },
  run: async (context) => {
    const { api, options, print } = context;
    const params = { account: await chosenAccount(context) };
    const { boxes } = await api().call(listAccountKnowledgeBoxes, { params, query: { mode: 'agents' } });
    for (const agent of boxes) {
      const line = `${agent.id}  ${agent.slug}  ${oneLine(agent.title)}`;
      print(options['json'] ? JSON.stringify(agent) : line);
    }
    return exitCodes.done;
  },
};

export const askAgent: Command = {
  name: 'agents ask',
  summary: 'have a retrieval agent answer a question',
  details: ['Its steps go to standard error, the answer to standard output. With --json, each frame is a line.'],
  arguments: [
    { value: 'AGENT', doc: 'id or slug of the agent' },
    { value: 'QUESTION', doc: 'several words need no quotes', isRepeated: true },
  ],
  options: {
    ...jsonOption,
    workflow: { value: 'ID', doc: 'workflow of the agent; "default" when absent' },
    session: { value: 'ID', doc: 'session that keeps question and answer; none when absent' },
  },
  run: async (context) => {
    const { args, api, options, print, progress } = context;
    const [agent = '', ...words] = args;
    const workflow_id = textOption(options, 'workflow');
    const session = textOption(options, 'session') ?? 'ephemeral';
    const params = { agent_id: await boxNamed(agent, context), session, ...(workflow_id && { workflow_id }) };
    let answer: string | undefined;
    for await (const frame of api().stream(interactWithAgent, { params, body: { question: questionOf(words) } })) {
      if (options['json']) print(JSON.stringify(frame));
      if (frame.operation === frames.error)
        throw new CommandError(`The agent failed: ${frame.exception?.detail ?? 'no reason given'}`, exitCodes.refused);
      if (frame.step && !options['json']) progress.note(`${frame.step.module}: ${oneLine(frame.step.value ?? '')}`);
      answer = frame.answer ?? answer;
    }
    if (!options['json'] && answer !== undefined) print(answer);
    return answer === undefined ? exitCodes.notAsItShouldBe : exitCodes.done;
  },
};
