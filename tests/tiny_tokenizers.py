"""Tokenizer files that are made in a test: none belongs to a model."""

from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

_READ = (
    "她把旧账本锁进了抽屉，雨下了三天三夜。铜铃在望潮楼，海图缺了一角。" * 8,
    "Nobody leaves the old mill, said Martin Vale, before the bell is silent. " * 8,
)
_SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "</s>", "[SEP]"]


def write_byte_level(path: Path) -> Path:
    """Byte pairs learnt from four sentences, with the control tokens of chat models."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        show_progress=False,
        special_tokens=_SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(_READ, trainer)
    tokenizer.save(str(path))
    return path


def write_characters(path: Path) -> Path:
    """A token a character, with everything that a file may ask for beside."""
    known = {word: at for at, word in enumerate(["[UNK]", *_SPECIAL, *map(chr, range(32, 127))])}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer.add_special_tokens(_SPECIAL)  # pyright: ignore[reportUnknownMemberType]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<|im_start|> $A </s>",
        special_tokens=[(sign, known[sign]) for sign in ("<|im_start|>", "</s>")],
    )
    tokenizer.enable_truncation(8)  # pyright: ignore[reportUnknownMemberType]
    tokenizer.enable_padding(  # pyright: ignore[reportUnknownMemberType]
        length=8, pad_token="</s>", pad_id=known["</s>"]
    )
    tokenizer.save(str(path))
    return path
