//! What options take, and how they refuse other values: in the words of the library, the hint before the
//! list.

use crate::run::launcher::Launcher;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error, ValueEnum};
use samebits_policy::variable;
use samebits_policy::wording::{did_you_mean, enumerate};
use std::ffi::OsStr;
use std::str::FromStr;

/// A whole number.
pub fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "it takes a whole number, such as 3".into())
}

/// Values of a variable of samebits, shown in the help of the option for it. What is not among them is
/// refused where the variable is read.
#[derive(Clone)]
pub struct Accepted(pub &'static str);

impl TypedValueParser for Accepted {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(variable(self.0)?.words().into_iter().map(PossibleValue::new)))
    }
}

/// Kinds of launchers.
#[derive(Clone)]
pub struct Kinds;

impl TypedValueParser for Kinds {
    type Value = Launcher;

    fn parse_ref(
        &self,
        _command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Launcher, Error> {
        let text = value.to_string_lossy();
        Launcher::from_str(&text, false).map_err(|_| {
            let option = option.and_then(Arg::get_long).unwrap_or_default();
            let all: Vec<PossibleValue> = self.possible_values().into_iter().flatten().collect();
            let names: Vec<&str> = all.iter().map(PossibleValue::get_name).collect();
            let (hint, names) = (did_you_mean(&text, &names), enumerate(&names, "or"));
            let why = format!("--{option}={text} is not accepted{hint}; it takes {names}\n");
            Error::raw(ErrorKind::InvalidValue, why)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = Launcher::value_variants().iter();
        Some(Box::new(all.filter_map(ValueEnum::to_possible_value)))
    }
}
