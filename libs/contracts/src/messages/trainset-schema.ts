/** Training sets: what is asked for, and the items of batches, as clients parse them. Numbers never change. */
export const TRAINSET_SCHEMA = `
syntax = "proto3";
package trainset;

message TrainSet { int32 type = 1; Filter filter = 2; int32 batch_size = 3; bool exclude_text = 4; }
message Filter {
  repeated string labels = 1;
  repeated string paths = 2;
  repeated string rids = 3;
  repeated string tags = 4;
  repeated string icons = 5;
  repeated string metadata = 6;
  repeated string entities = 7;
  repeated string fields = 8;
  repeated string status = 9;
}

message Batch { repeated bytes data = 1; }

message Paragraph { string id = 1; string text = 2; }
message Labelled { repeated string text = 1; repeated Label labels = 2; }
message Label {
  enum Origin { PARAGRAPH = 0; FIELD = 1; RESOURCE = 2; }
  string labelset = 1;
  string label = 2;
  Origin origin = 3;
}
message Tokens { repeated string token = 1; repeated string label = 2; }

message QuestionAnswer { Said question = 1; Said answer = 2; bool cancelled_by_user = 3; }
message Said { string text = 1; string language = 2; repeated string paragraphs = 3; }

message Field {
  string rid = 2;
  string field = 3;
  string field_type = 4;
  repeated string labels = 5;
  Extracted text = 6;
  Basic basic = 7;
  Computed metadata = 10;
}
/** A field whose parts stay as they are. */
message FieldParts {
  string rid = 2;
  string field = 3;
  string field_type = 4;
  repeated string labels = 5;
  bytes text = 6;
  bytes basic = 7;
  bytes metadata = 10;
}
message Extracted { string text = 1; }
message Basic {
  string slug = 1;
  string icon = 2;
  string title = 3;
  string summary = 4;
  Timestamp created = 7;
  Timestamp modified = 8;
  Metadata metadata = 9;
  string uuid = 12;
  bool hidden = 37;
}
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message Metadata {
  enum Status { PENDING = 0; PROCESSED = 1; ERROR = 2; BLOCKED = 3; EXPIRED = 4; }
  string language = 2;
  repeated string languages = 3;
  Status status = 5;
}
message Computed { FieldMetadata metadata = 1; }
message FieldMetadata {
  repeated Range paragraphs = 2;
  repeated Entity entities = 3;
  string language = 10;
  string mime_type = 14;
}
message Range {
  enum Kind { TEXT = 0; OCR = 1; INCEPTION = 2; DESCRIPTION = 3; TRANSCRIPT = 4; TITLE = 5; TABLE = 6; }
  int32 start = 1;
  int32 end = 2;
  Kind kind = 5;
}
message Entity { string text = 1; string label = 2; }
`;
