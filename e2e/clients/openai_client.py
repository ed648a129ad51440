"""Asks the product as clients of the OpenAI API do, with the official Python client. Arguments: base URL, key and model.
Prints what it was answered as JSON."""

import json
import sys

from openai import AuthenticationError, OpenAI, UnprocessableEntityError

base_url, key, model = sys.argv[1:]
client = OpenAI(base_url=base_url, api_key=key, max_retries=0, timeout=60)
messages = [{"role": "user", "content": "What pulls the sea?"}]

completion = client.chat.completions.create(model=model, messages=messages)
streamed = client.chat.completions.create(
    model=model, messages=messages, stream=True, stream_options={"include_usage": True}
)
chunks = list(streamed)
embedding = client.embeddings.create(input=["The moon pulls the sea."], model="lexical")
refused = []
for wrong, error in [
    (client.with_options(api_key="wrong"), AuthenticationError),
    (client.with_options(default_headers={"x-nua-max-output-tokens": "0"}), UnprocessableEntityError),
]:
    try:
        wrong.chat.completions.create(model=model, messages=messages)
    except error as refusal:
        refused.append(refusal.status_code)

result = {
    "text": completion.choices[0].message.content,
    "total_tokens": completion.usage.total_tokens,
    "streamed": "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices),
    "streamed_tokens": chunks[-1].usage.total_tokens,
    "dimensions": len(embedding.data[0].embedding),
    "models": [one.id for one in client.models.list()],
    "model": client.models.retrieve(model).id,
    "refused": refused,
}
print(json.dumps(result))
