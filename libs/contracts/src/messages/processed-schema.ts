/**
 * The processed message as clients parse it. Numbers are those of the wire and never change; names are not on it.
 */
export const PROCESSED_SCHEMA = `
syntax = "proto3";

message Timestamp { int64 seconds = 1; int32 nanos = 2; }

message ProcessedMessage {
  enum Type { AUTOCOMMIT = 0; MULTI = 1; COMMIT = 2; ROLLBACK = 3; DELETE = 4; }
  enum Source { WRITER = 0; PROCESSOR = 1; }
  string kbid = 1;
  string uuid = 3;
  string slug = 4;
  Type type = 6;
  Basic basic = 8;
  map<string, Conversation> conversations = 11;
  map<string, FieldText> texts = 13;
  repeated LinkExtractedData link_extracted_data = 18;
  repeated FileExtractedData file_extracted_data = 19;
  repeated ExtractedTextWrapper extracted_text = 20;
  repeated FieldComputedMetadataWrapper field_metadata = 21;
  repeated ExtractedVectorsWrapper field_vectors = 22;
  repeated LargeComputedMetadataWrapper field_large_metadata = 23;
  repeated FieldID delete_fields = 24;
  float slow_processing_time = 26;
  float pre_processing_time = 28;
  Timestamp done_time = 29;
  repeated Error errors = 31;
  string processing_id = 32;
  Source source = 33;
  int64 account_seq = 34;
  bool reindex = 36;
  repeated FieldQuestionAnswerWrapper question_answers = 38;
  Security security = 39;
  repeated Generator generated_by = 40;
  repeated FieldID delete_question_answers = 42;
  optional Relations user_relations = 43;
  map<string, FieldKeyValue> key_value_fields = 47;
  repeated DeletedSplits delete_splits = 48;
}

message Security { repeated string access_groups = 1; }
message Nothing {}
message Generator { oneof generator { Nothing processor = 1; Nothing data_augmentation = 2; } }
message FieldKeyValue { string schema_id = 1; string data = 2; }
message DeletedSplits { FieldID field = 1; repeated string splits = 2; }

enum FieldType { FILE = 0; LINK = 1; TEXT = 4; GENERIC = 6; CONVERSATION = 7; KEY_VALUE = 8; }
message FieldID { FieldType field_type = 1; string field = 2; }

message ExtractedTextWrapper { oneof file_or_data { ExtractedText body = 1; CloudFile file = 2; } FieldID field = 3; }
message ExtractedText { string text = 1; map<string, string> split_text = 2; repeated string deleted_splits = 3; }

message ExtractedVectorsWrapper {
  oneof file_or_data { VectorObject vectors = 1; CloudFile file = 2; }
  FieldID field = 3;
  string vectorset_id = 4;
}
message VectorObject {
  Vectors vectors = 1;
  map<string, Vectors> split_vectors = 2;
  repeated string deleted_splits = 3;
}
message Vectors { repeated Vector vectors = 1; }
message Vector {
  int32 start = 1;
  int32 end = 2;
  int32 start_paragraph = 3;
  int32 end_paragraph = 4;
  repeated float vector = 5;
}

message FieldComputedMetadataWrapper { FieldComputedMetadata metadata = 1; FieldID field = 4; }
message FieldComputedMetadata {
  FieldMetadata metadata = 1;
  map<string, FieldMetadata> split_metadata = 2;
  repeated string deleted_splits = 3;
}
message FieldMetadata {
  repeated string links = 1;
  repeated Paragraph paragraphs = 2;
  map<string, string> ner = 3;
  repeated Classification classifications = 4;
  Timestamp last_index = 5;
  Timestamp last_understanding = 6;
  Timestamp last_extract = 7;
  Timestamp last_summary = 8;
  CloudFile thumbnail = 9;
  string language = 10;
  string summary = 11;
  map<string, Positions> positions = 12;
  repeated Relations relations = 13;
  string mime_type = 14;
  map<string, FieldEntities> entities = 15;
  Timestamp last_processing_start = 16;
}
message Paragraph {
  enum Kind { TEXT = 0; OCR = 1; INCEPTION = 2; DESCRIPTION = 3; TRANSCRIPT = 4; TITLE = 5; TABLE = 6; }
  int32 start = 1;
  int32 end = 2;
  repeated int32 start_seconds = 3;
  repeated int32 end_seconds = 4;
  Kind kind = 5;
  repeated Classification classifications = 6;
  repeated Sentence sentences = 7;
  string text = 9;
  PageInformation page = 10;
  Representation representation = 11;
  ParagraphRelations relations = 12;
}
message Sentence { int32 start = 1; int32 end = 2; string key = 3; }
message PageInformation { int32 page = 1; bool page_with_visual = 2; }
message Representation { bool is_a_table = 1; string reference_file = 2; }
message ParagraphRelations { repeated string parents = 1; repeated string siblings = 2; repeated string replacements = 3; }
message Classification { string labelset = 1; string label = 2; bool cancelled_by_user = 3; string split = 4; }

message Position { int32 start = 1; int32 end = 2; }
message Positions { repeated Position position = 1; string entity = 2; }
message FieldEntities { repeated FieldEntity entities = 1; }
message FieldEntity { string text = 1; string label = 2; repeated Position positions = 3; }

message Relations { repeated Relation relations = 1; }
message Relation {
  enum RelationType { CHILD = 0; ABOUT = 1; ENTITY = 2; COLAB = 3; SYNONYM = 4; OTHER = 5; }
  RelationType relation = 5;
  RelationNode source = 6;
  RelationNode to = 7;
  string relation_label = 8;
  RelationMetadata metadata = 9;
}
message RelationNode {
  enum NodeType { ENTITY = 0; LABEL = 1; RESOURCE = 2; USER = 3; }
  string value = 4;
  NodeType ntype = 5;
  string subtype = 6;
}
message RelationMetadata {
  optional string paragraph_id = 1;
  optional int32 source_start = 2;
  optional int32 source_end = 3;
  optional int32 to_start = 4;
  optional int32 to_end = 5;
  optional string data_augmentation_task_id = 6;
}

message LargeComputedMetadataWrapper {
  oneof file_or_data { LargeComputedMetadata real = 1; CloudFile file = 2; }
  FieldID field = 3;
}
message LargeComputedMetadata {
  LargeFieldMetadata metadata = 1;
  map<string, LargeFieldMetadata> split_metadata = 2;
  repeated string deleted_splits = 3;
}
message LargeFieldMetadata { repeated LargeEntity entities = 1; map<string, int32> tokens = 2; }
message LargeEntity { string token = 1; string root = 2; string type = 3; }

message FieldQuestionAnswerWrapper {
  oneof file_or_data { FieldQuestionAnswers question_answers = 1; CloudFile file = 2; }
  FieldID field = 3;
}
message FieldQuestionAnswers {
  QuestionAnswers question_answers = 1;
  map<string, QuestionAnswers> split_question_answers = 2;
  repeated string deleted_splits = 3;
}
message QuestionAnswers { repeated QuestionAnswer question_answer = 1; }
message QuestionAnswer { Question question = 1; repeated Answer answers = 2; }
message Question { string text = 1; string language = 2; repeated string ids_paragraphs = 3; }
message Answer { string text = 1; string language = 2; repeated string ids_paragraphs = 3; string reason = 4; }

message FileExtractedData {
  string language = 1;
  string md5 = 2;
  map<string, string> metadata = 3;
  map<string, string> nested = 4;
  map<string, CloudFile> file_generated = 5;
  map<string, RowsPreview> file_rows_previews = 6;
  CloudFile file_preview = 7;
  FilePages file_pages_previews = 8;
  CloudFile file_thumbnail = 9;
  string field = 10;
  string icon = 11;
  string title = 14;
}
message FilePages { repeated CloudFile pages = 1; repeated Position positions = 2; repeated PageStructure structures = 3; }
message PageStructure { PageSize page = 1; repeated Token tokens = 2; }
message PageSize { int32 width = 1; int32 height = 2; }
message Token { string text = 5; int32 line = 6; float x = 7; float y = 8; float width = 9; float height = 10; }
message RowsPreview { map<string, Sheet> sheets = 1; }
message Sheet { repeated Row rows = 1; }
message Row { repeated string cell = 1; }

message LinkExtractedData {
  Timestamp date = 1;
  string language = 2;
  string title = 4;
  map<string, string> metadata = 5;
  CloudFile link_thumbnail = 6;
  CloudFile link_preview = 7;
  string field = 8;
  CloudFile link_image = 9;
  string description = 10;
  string type = 11;
  string embed = 12;
  map<string, CloudFile> file_generated = 14;
}

message CloudFile {
  enum Source { PROCESSING = 0; GCS = 1; S3 = 2; LOCAL = 3; EXTERNAL = 4; EMPTY = 5; EXPORT = 6; POSTGRES = 7; AZURE = 8; }
  string uri = 1;
  uint64 size = 2;
  string content_type = 3;
  string bucket_name = 4;
  Source source = 5;
  string filename = 6;
  string md5 = 13;
}

message FieldAuthor { oneof author { Nothing user = 1; Nothing data_augmentation = 2; } }
message FieldText {
  string body = 1;
  int32 format = 2;
  string md5 = 3;
  FieldAuthor generated_by = 4;
  string extract_strategy = 5;
  string split_strategy = 6;
}
message Conversation {
  repeated Message messages = 1;
  string extract_strategy = 2;
  string split_strategy = 3;
  bool replace_field = 4;
  FieldAuthor generated_by = 5;
}
message Message {
  Timestamp timestamp = 1;
  string who = 2;
  repeated string to = 3;
  MessageContent content = 4;
  string ident = 5;
  int32 type = 6;
}
message MessageContent {
  message FieldRef { FieldType field_type = 1; string field_id = 2; optional string split = 3; }
  string text = 1;
  int32 format = 2;
  repeated CloudFile attachments = 4;
  repeated FieldRef attachments_fields = 5;
}

message Error {
  enum Code { GENERIC = 0; EXTRACT = 1; PROCESS = 2; DATAAUGMENTATION = 3; INDEX = 4; }
  enum Severity { ERROR = 0; WARNING = 1; }
  string field = 1;
  FieldType field_type = 2;
  string error = 3;
  Code code = 4;
  Generator generated_by = 5;
  Severity severity = 6;
}

message Basic {
  string slug = 1;
  string icon = 2;
  string title = 3;
  string summary = 4;
  string thumbnail = 5;
  Timestamp created = 7;
  Timestamp modified = 8;
  BasicMetadata metadata = 9;
  string uuid = 12;
  repeated string labels = 13;
}
message BasicMetadata {
  enum Status { PENDING = 0; PROCESSED = 1; ERROR = 2; BLOCKED = 3; EXPIRED = 4; }
  map<string, string> metadata = 1;
  string language = 2;
  repeated string languages = 3;
  bool useful = 4;
  Status status = 5;
}
`;
