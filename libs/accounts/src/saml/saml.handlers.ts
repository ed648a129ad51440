import { handlersOf } from '@lectern/bus';
import {
  consumeAssertion,
  exchangeSignInToken,
  getSamlMetadata,
  inquireSaml,
  startSaml,
} from '@lectern/contracts/accounts';
import { AssertionConsumer } from './assertion-consumer';
import { SamlService } from './saml.service';

export const SamlHandlers = handlersOf(SamlService)
  .answer(inquireSaml, (saml, { query }) => saml.inquire(query))
  .answer(startSaml, (saml, { query }) => saml.start(query))
  .answer(getSamlMetadata, (saml, { query }) => saml.metadata(query))
  .of(AssertionConsumer)
  .answer(consumeAssertion, (consumer, { body, params, signal }) => consumer.consume(body, params, signal))
  .answer(exchangeSignInToken, (consumer, { body }) => consumer.exchange(body));
