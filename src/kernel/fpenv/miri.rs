//! Miri knows no assembler, and always computes in the default environment.

#[derive(Clone, Copy, Debug)]
pub struct VectorImage;
#[derive(Clone, Copy, Debug)]
pub struct X87Image;

impl VectorImage {
    pub fn masked(self) -> Self {
        self
    }
}

impl X87Image {
    pub fn masked(self) -> Self {
        self
    }
}

pub struct Vector;
pub struct X87;

impl Vector {
    pub fn enter() -> Self {
        Vector
    }
    pub fn now() -> VectorImage {
        VectorImage
    }
    pub fn switch(_: &VectorImage) -> Self {
        Vector
    }
}

impl X87 {
    pub fn enter() -> Self {
        X87
    }
    pub fn now() -> X87Image {
        X87Image
    }
    pub fn switch(_: &X87Image) -> Self {
        X87
    }
}
