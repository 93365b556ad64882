//! PC-DICE/1 against its published vectors, and the laws of its chains.

mod chains;
mod log;
mod vectors;

use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../data/vectors/pc-dice-1.json")).unwrap()
}

fn bytes<const N: usize>(hex: &Value) -> [u8; N] {
    let mut bytes = [0; N];
    hex::decode_to_slice(hex.as_str().unwrap(), &mut bytes).unwrap();
    bytes
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap().try_into().unwrap()
}
