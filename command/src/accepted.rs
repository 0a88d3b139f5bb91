//! Values that a variable of samebits takes, shown in the help of the option for it. What is not among
//! them is refused where the variable is read, in the library's words.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use samebits::policy::variable;
use std::ffi::OsStr;

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
