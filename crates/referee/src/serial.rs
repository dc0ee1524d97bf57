//! How men and squares are written in JSON.

/// Roles as capital letters: `"N"`.
pub(crate) mod role_letter {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use tandem_rules::shakmaty::Role;

    pub(crate) fn serialize<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(role.upper_char())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Role, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Role::from_char(letter).ok_or_else(|| D::Error::custom("a piece is Q, R, B, N or P"))
    }
}

/// Squares as text: `"e4"`.
pub(crate) mod square_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use tandem_rules::shakmaty::Square;

    pub(crate) fn serialize<S: Serializer>(
        square: &Option<Square>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match square {
            Some(square) => serializer.collect_str(square),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Square>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// Roles that can lie in a stock, as capital letters.
pub(crate) mod stock_letter {
    use serde::{Deserializer, Serializer, de::Error as _};
    use tandem_rules::shakmaty::Role;

    pub(crate) fn serialize<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
        super::role_letter::serialize(role, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Role, D::Error> {
        match super::role_letter::deserialize(deserializer)? {
            Role::King => Err(D::Error::custom("a piece is Q, R, B, N or P")),
            role => Ok(role),
        }
    }
}

/// Stocks as letters: `"QNNP"`.
pub(crate) mod stock_letters {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use tandem_rules::Stock;
    use tandem_rules::shakmaty::Role;

    pub(crate) fn serialize<S: Serializer>(
        stock: &Stock,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(stock)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Stock, D::Error> {
        let letters = String::deserialize(deserializer)?;
        letters
            .chars()
            .map(|letter| Role::from_char(letter).ok_or_else(|| D::Error::custom("no piece")))
            .collect()
    }
}

/// The schema of a man's letter.
#[cfg(feature = "schema")]
pub(crate) struct RoleLetter;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RoleLetter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PieceLetter".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": ["K", "Q", "R", "B", "N", "P"] })
    }
}
