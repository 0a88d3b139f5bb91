//! The functions of mpi.h, by bindgen, and whether one of them has the type that
//! samebits gives it, in which handles are register-sized numbers.

use std::collections::BTreeMap;
use syn::{ForeignItem, GenericArgument, Item, PathArguments, ReturnType, Type};

/// The functions that a header declares.
pub struct Prototypes {
    functions: BTreeMap<String, Signature>,
    aliases: BTreeMap<String, Type>,
}

#[derive(Clone)]
struct Signature {
    arguments: Vec<Type>,
    result: Option<Type>,
}

fn result(output: &ReturnType) -> Option<Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, result) => Some((**result).clone()),
    }
}

/// A type as one reads it.
fn shown(of: &Type) -> String {
    match of {
        Type::Path(_) => last(of).map_or_else(|| "?".to_string(), |name| name.to_string()),
        Type::Ptr(pointer) if pointer.mutability.is_some() => {
            format!("*mut {}", shown(&pointer.elem))
        }
        Type::Ptr(pointer) => format!("*const {}", shown(&pointer.elem)),
        Type::BareFn(_) => "a function".to_string(),
        _ => "another type".to_string(),
    }
}

/// The last part of a path: `c_int` of `::std::os::raw::c_int`.
fn last(of: &Type) -> Option<&syn::Ident> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// The function type in `Option<unsafe extern "C" fn(…)>`, or as it is.
fn function(of: &Type) -> Option<Signature> {
    if let Type::BareFn(function) = of {
        let arguments = function.inputs.iter().map(|argument| argument.ty.clone()).collect();
        return Some(Signature { arguments, result: result(&function.output) });
    }
    let Type::Path(path) = of else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => function(inner),
        _ => None,
    }
}

impl Prototypes {
    /// Those of a preprocessed header.
    pub fn of(preprocessed: &str) -> Prototypes {
        let bindings = bindgen::builder()
            .header_contents("mpi.h", preprocessed)
            .allowlist_function("P?MPI_.*")
            // Handles as types of their own, however the library declares them.
            .new_type_alias(
                "MPI_(Comm|Datatype|Errhandler|Group|Info|Message|Op|Request|Session|Win|File)",
            )
            .layout_tests(false)
            .generate()
            .expect("bindgen reads mpi.h")
            .to_string();
        let mut prototypes = Prototypes { functions: BTreeMap::new(), aliases: BTreeMap::new() };
        for item in syn::parse_file(&bindings).expect("bindgen writes Rust").items {
            match item {
                Item::Type(alias) => {
                    prototypes.aliases.insert(alias.ident.to_string(), *alias.ty);
                }
                Item::ForeignMod(block) => {
                    for item in block.items {
                        let ForeignItem::Fn(function) = item else { continue };
                        let arguments = function.sig.inputs.iter().map(|input| match input {
                            syn::FnArg::Typed(argument) => (*argument.ty).clone(),
                            syn::FnArg::Receiver(_) => unreachable!("C has no self"),
                        });
                        let signature = Signature {
                            arguments: arguments.collect(),
                            result: result(&function.sig.output),
                        };
                        prototypes.functions.insert(function.sig.ident.to_string(), signature);
                    }
                }
                _ => {}
            }
        }
        prototypes
    }

    /// Whether the header declares the function.
    pub fn has(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// In what a function that the header declares differs from our type of it.
    pub fn difference(&self, name: &str, ours: &str) -> Option<String> {
        let ours: Type = syn::parse_str(ours).expect("a type");
        let ours = function(&ours).expect("a function type");
        self.differ(&ours, &self.functions[name]).map(|difference| format!("{name}: {difference}"))
    }

    fn differ(&self, ours: &Signature, theirs: &Signature) -> Option<String> {
        let (n, m) = (ours.arguments.len(), theirs.arguments.len());
        if n != m {
            return Some(format!("{n} arguments, but {m} in mpi.h"));
        }
        let mut arguments = ours.arguments.iter().zip(&theirs.arguments).enumerate();
        let argument = arguments.find(|(_, (a, b))| !self.same(a, b)).map(|(i, (a, b))| {
            format!("argument {} is {}, but {} in mpi.h", i + 1, shown(a), shown(b))
        });
        argument.or_else(|| match (&ours.result, &theirs.result) {
            (None, None) => None,
            (Some(a), Some(b)) if self.same(a, b) => None,
            _ => Some("another result in mpi.h".to_string()),
        })
    }

    /// Whether C's caller passes `theirs` where we take `ours`.
    fn same(&self, ours: &Type, theirs: &Type) -> bool {
        // A name that is declared as another type.
        if let Some(alias) = last(theirs).and_then(|name| self.aliases.get(&name.to_string())) {
            return self.same(ours, alias);
        }
        match (ours, theirs) {
            (Type::BareFn(_), _) => match (function(ours), function(theirs)) {
                (Some(ours), Some(theirs)) => self.differ(&ours, &theirs).is_none(),
                _ => false,
            },
            (Type::Ptr(a), Type::Ptr(b)) => {
                // (Headers lack a const that the standard has.)
                (a.mutability.is_none() || b.mutability.is_some())
                    && (last(&a.elem).is_some_and(|name| name == "c_void")
                        || self.same(&a.elem, &b.elem))
            }
            (Type::Path(_), Type::Path(_)) => match (last(ours), last(theirs)) {
                (Some(a), Some(b)) => number(&a.to_string()) == number(&b.to_string()),
                _ => false,
            },
            _ => false,
        }
    }
}

/// What travels under the name of a number or a handle, on 64-bit Linux.
fn number(name: &str) -> &str {
    match name {
        "c_int" => "i32",
        "c_long" | "c_longlong" | "isize" => "i64",
        "c_char" => "i8",
        // Handles are newtypes in the bindings and usize in our tables.
        name if name.starts_with("MPI_") => "usize",
        name => name,
    }
}
