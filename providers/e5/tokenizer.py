"""Writes the tokenizer's files from the vocabulary that the weights come with."""

import json
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from providers.e5.blob import Shape, Vocabulary

# What the model's own normaliser does beside NFKC: these vanish, those part words.
_DELETED = "[\x00-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]"
_BLANK = "[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]"

_NAMES = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "unk_token": "<unk>",
    "sep_token": "</s>",
    "cls_token": "<s>",
    "pad_token": "<pad>",
    "mask_token": "<mask>",
}


def write(vocabulary: Vocabulary, shape: Shape, folder: Path) -> None:
    """Write tokenizer.json and the small files beside it that fastembed reads.

    Args:
        vocabulary: The Unigram pieces.
        shape: The network's sizes; texts are cut to its positions.
        folder: Where to; it exists.
    """
    _tokenizer(vocabulary).save(str(folder / "tokenizer.json"), pretty=False)
    config = {
        "model_type": "bert",
        "hidden_size": shape.hidden,
        "max_position_embeddings": shape.positions,
        "pad_token_id": vocabulary.padding,
    }
    _write_json(folder / "config.json", config)
    _write_json(folder / "special_tokens_map.json", _NAMES)
    _write_json(folder / "tokenizer_config.json", {**_NAMES, "model_max_length": shape.positions})


def _tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram(vocabulary.pieces, vocabulary.unknown, False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.NFKC(),
            normalizers.Replace(Regex(_DELETED), ""),
            normalizers.Replace(Regex(_BLANK), " "),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        special_tokens=[("<s>", vocabulary.begin), ("</s>", vocabulary.end)],
    )
    special = sorted(set(_NAMES.values()))
    tokenizer.add_special_tokens(special)  # pyright: ignore[reportUnknownMemberType]
    return tokenizer


def _write_json(path: Path, content: dict[str, str | int] | dict[str, str]) -> None:
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
