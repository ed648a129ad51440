/** Bounds of what clients send; code points for texts, entries for lists. */

/** Fields of one request, of all types together. */
export const FIELDS_PER_REQUEST_MAX = 1_000;
/** Summary of a resource. */
export const SUMMARY_CHARS_MAX = 100_000;
/** An address, or a small picture as a data URL. */
export const THUMBNAIL_CHARS_MAX = 65_536;
/** Media type of a file or an icon. */
export const MEDIA_TYPE_CHARS_MAX = 255;
/** Name of a file. */
export const FILENAME_CHARS_MAX = 2_048;
/** Password of an encrypted file. */
export const PASSWORD_CHARS_MAX = 1_024;
/** Name of an artefact of processing. */
export const ARTEFACT_CHARS_MAX = 1_024;
/** Name of a vectorset. */
export const VECTORSET_CHARS_MAX = 250;
/** Name of a search configuration. */
export const CONFIGURATION_NAME_CHARS_MAX = 250;
/** Search configurations of a knowledge box. */
export const CONFIGURATIONS_MAX = 500;
/** A search configuration as JSON. */
export const CONFIGURATION_JSON_CHARS_MAX = 400_000;
/** CSS selectors and XPath expressions. */
export const SELECTOR_CHARS_MAX = 4_096;

/** Messages of one request. */
export const MESSAGES_PER_REQUEST_MAX = 2_048;
/** Messages of a conversation, deleted ones included. */
export const MESSAGES_MAX = 51_200;
/** Messages of a page of a conversation. */
export const MESSAGES_PER_PAGE = 200;
/** Receivers of a message. */
export const MESSAGE_RECIPIENTS_MAX = 100;
/** Files of a message, and fields that belong to it. */
export const MESSAGE_ATTACHMENTS_MAX = 50;
/** Name of a message. */
export const MESSAGE_IDENT_CHARS_MAX = 128;
/** Name of somebody who takes part in a conversation. */
export const PARTICIPANT_CHARS_MAX = 1_024;

/** Languages of a resource. */
export const LANGUAGES_MAX = 1_024;
/** Labels of a resource. */
export const CLASSIFICATIONS_MAX = 1_000;
/** All labels and labelsets of a resource together: each of its paragraphs is shown with them. */
export const CLASSIFICATIONS_CHARS_MAX = 65_536;
/** One label, and one labelset. */
export const LABEL_CHARS_MAX = 1_024;

/** Labelsets of a knowledge box. */
export const LABELSETS_MAX = 1_000;
/** Labels of a labelset. */
export const LABELS_PER_SET_MAX = 5_000;
/** All labels of a labelset as JSON. */
export const LABELS_JSON_CHARS_MAX = 400_000;
/** Colour of a labelset. */
export const COLOR_CHARS_MAX = 255;
/** Text of a label for people. */
export const LABEL_TEXT_CHARS_MAX = 4_096;

/** Terms of a knowledge box that have synonyms. */
export const SYNONYM_TERMS_MAX = 5_000;
/** Synonyms of one term. */
export const SYNONYMS_PER_TERM_MAX = 50;
/** One term or synonym. */
export const SYNONYM_CHARS_MAX = 200;
/** All synonyms of a knowledge box as JSON. */
export const SYNONYMS_JSON_CHARS_MAX = 400_000;
/** Fields that one request annotates. */
export const ANNOTATED_FIELDS_MAX = 1_000;
/** Paragraphs of a field that have labels of users. */
export const ANNOTATED_PARAGRAPHS_MAX = 1_000;
/** Labels of users of one paragraph. */
export const PARAGRAPH_CLASSIFICATIONS_MAX = 100;
/** Questions that users add to a field. */
export const QUESTION_ANSWERS_MAX = 1_000;
/** Answers to one of them. */
export const ANSWERS_MAX = 100;
/** Text of a question or an answer. */
export const ANSWER_TEXT_CHARS_MAX = 16_384;
/** Id of a paragraph. */
export const PARAGRAPH_KEY_CHARS_MAX = 1_024;
/** Annotations of all fields of a resource, as JSON. */
export const ANNOTATIONS_JSON_CHARS_MAX = 400_000;

/** Relations of a resource. */
export const RELATIONS_MAX = 1_000;
/** Value and group of a node of a relation. */
export const NODE_VALUE_CHARS_MAX = 2_048;
/** Name of a relation. */
export const RELATION_LABEL_CHARS_MAX = 1_024;
/** All relations of a resource as JSON. */
export const RELATIONS_JSON_CHARS_MAX = 400_000;

/** Each id of the synchronisation of an origin. */
export const SYNC_ID_CHARS_MAX = 2_048;

/** Groups of a resource, and of a search. */
export const ACCESS_GROUPS_MAX = 1_000;
/** Name of a group. */
export const GROUP_CHARS_MAX = 512;

/** Addresses that are fetched. */
export const URI_CHARS_MAX = 2_048;
/** Addresses that are kept and shown. */
export const ORIGIN_URL_CHARS_MAX = 8_192;
/** Id of the source of a resource. */
export const SOURCE_ID_CHARS_MAX = 2_048;
/** One collaborator of an origin. */
export const COLLABORATOR_CHARS_MAX = 512;
/** One related thing of an origin. */
export const RELATED_CHARS_MAX = 2_048;

/** Headers and cookies of a link, extra headers of a file. */
export const HTTP_PAIRS_MAX = 100;
/** Name of a header or cookie. */
export const HTTP_NAME_CHARS_MAX = 1_024;
/** Value of a header or cookie. */
export const HTTP_VALUE_CHARS_MAX = 8_192;

/** Dictionaries of texts: metadata of resources and origins, local storage of links. */
export const METADATA_ENTRIES_MAX = 1_000;
/** One key of a dictionary of texts. */
export const METADATA_KEY_CHARS_MAX = 1_024;
/** One value of a dictionary of texts. */
export const METADATA_VALUE_CHARS_MAX = 65_536;
/** A dictionary of texts as JSON. */
export const METADATA_JSON_CHARS_MAX = 400_000;

/** Schemas of key-value fields of a knowledge box. */
export const KV_SCHEMAS_MAX = 20;
/** Keys of a schema, and of a key-value field. */
export const KV_SCHEMA_FIELDS_MAX = 50;
/** Description of a schema. */
export const KV_SCHEMA_DESCRIPTION_CHARS_MAX = 4_096;
/** Description of a key of a schema. */
export const KV_FIELD_DESCRIPTION_CHARS_MAX = 1_024;
/** One text of a key-value field. */
export const KEY_VALUE_TEXT_CHARS_MAX = 65_536;
/** Texts of a repeated key. */
export const KEY_VALUE_TEXTS_MAX = 1_000;
/** A key-value field as JSON. */
export const KEY_VALUE_JSON_CHARS_MAX = 400_000;

/** Levels of a JSON document that is kept as it is. */
export const JSON_DEPTH_MAX = 64;
/** Entries of lists of enumerated values, repeats included. */
export const CHOICES_MAX = 100;

/** A language tag in the manner of BCP 47, or nothing. */
export const LANGUAGE_TAG = /^(?:[A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8}){0,7})?$/;
/** An MD5 in hexadecimal digits of either case. */
export const MD5_HEX = /^[0-9a-fA-F]{32}$/;

/** Names that a misspelt restriction could have. */
export const SECURITY_LIKE = /secur|group|access/i;

/** Characters of the name of a strategy in a field; ids are shorter. */
export const STRATEGY_ID_CHARS_MAX = 250;
